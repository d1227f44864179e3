// The switches of voice and sounds, on the table and on the menu page.

import { hasSounds, soundsOn, switchSounds } from "./sounds.js";
import { speak, switchVoice, voiceOn, voiceState, watchVoices } from "./voice.js";

/** Show how they stand; `root` holds the switches, and the sentence that says what is missing. */
function show(root) {
  const set = (name, on) => root.querySelector(`[data-${name}]`)?.setAttribute("aria-pressed", String(on));
  set("voice", voiceOn());
  set("sounds", soundsOn());
  const missing = { voice: voiceState() === "none", sounds: !hasSounds() };
  for (const [name, lacks] of Object.entries(missing)) {
    const line = root.querySelector(`[data-no-${name}]`);
    if (line) line.hidden = !lacks;
  }
}

/** Have the switches in `root` work. */
export function listenAloud(root) {
  root.addEventListener("click", (event) => {
    const key = event.target.closest("[data-voice], [data-sounds]");
    if (!key) return;
    if ("voice" in key.dataset) {
      switchVoice();
      speak(key.dataset.voice);
    } else switchSounds();
    show(root);
  });
  watchVoices(() => show(root));
  show(root);
}
