// The screen stays awake while somebody here is to move, where the browser allows it.

let lock = null;
let wanted = false;
let refused = !("wakeLock" in navigator);

/** Whether the browser keeps the screen awake when it is asked to. */
export const awake = () => !refused;

/** Ask for the screen to stay awake, or let it sleep again. */
export async function keepAwake(on) {
  wanted = on;
  if (refused || document.hidden) return;
  try {
    if (on && !lock) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
      if (!wanted) await lock?.release();
    } else if (!on && lock) await lock.release();
  } catch {
    refused = true; // a battery that runs low, or a setting: the panel of a seat says so
  }
}

// A page that was hidden has lost its lock; when it is seen again it may ask anew.
document.addEventListener("visibilitychange", () => { if (!document.hidden) keepAwake(wanted); });
