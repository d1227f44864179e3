// The menu page: voice and sounds belong to this browser, so only a script can switch them.

import { listenAloud } from "./aloud.js";

const panel = document.getElementById("aloud");
panel.hidden = false;
listenAloud(panel);
