// Listens to the table page: taps outside the board go to the table, the menu looks after itself.

import { listenAloud } from "./aloud.js";
import { shortcutsOn, switchShortcuts } from "./keys.js";
import { openPlayer } from "./seat_panel.js";
import { chooseTheme } from "./wire.js";

const byId = (id) => document.getElementById(id);

/** Everything outside the board that can be tapped: foot, sentence, chips, skip link, menu. */
export function listenPage(table) {
  byId("foot").addEventListener("click", (event) => {
    const target = event.target.closest("button, a, summary, [data-rewind]");
    if (target && !target.disabled && table.click(target)) event.preventDefault();
  });
  byId("prompt").addEventListener("click", (event) => {
    const target = event.target.closest("[data-command]");
    if (target && table.click(target)) event.preventDefault();
  });
  byId("last-moves")?.addEventListener("click", (event) => {
    const line = event.target.closest("[data-rewind]");
    if (line) table.click(line);
  });
  for (const root of [byId("chips"), byId("players")]) {
    root?.addEventListener("click", (event) => {
      const chip = event.target.closest("[data-player]");
      if (!chip || !table.view) return;
      event.preventDefault();
      openPlayer(table, Number(chip.dataset.player));
    });
  }
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    const list = byId("foot").querySelector('[data-list="moves"]');
    if (list) list.click();
    else byId("foot").querySelector("button:not(:disabled), a")?.focus();
  });
  const menu = byId("menu");
  menu.addEventListener("click", (event) => {
    const theme = event.target.closest('button[name="theme"]');
    if (theme) {
      event.preventDefault();
      setTheme(theme.value, menu);
    }
    const command = event.target.closest("[data-command], [data-edit]");
    if (command && table.click(command)) {
      event.preventDefault();
      menu.open = false;
    }
    const keys = event.target.closest("[data-shortcuts]");
    if (keys) {
      switchShortcuts();
      keys.setAttribute("aria-pressed", String(shortcutsOn()));
    }
  });
  listenAloud(menu);
  menu.querySelector("[data-shortcuts]")?.setAttribute("aria-pressed", String(shortcutsOn()));
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
  menu.addEventListener("keydown", (event) => { if (event.key === "Escape") menu.open = false; });
}

function setTheme(theme, menu) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const button of menu.querySelectorAll('button[name="theme"]')) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
  chooseTheme(theme);
}
