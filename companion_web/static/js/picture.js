// A picture to share as PNG: the browser draws the SVG, so no library is needed.

import { h } from "./dom.js";

/** At most so many bytes, whatever it shows. */
export const MOST_BYTES = 200_000;
const WIDTH = 720;
/** Shades are rounded to so much, more and more: gradients are what makes a PNG large. */
const STEPS = [2, 4, 8, 16, 32];
/** What is too large even so is drawn smaller by this, until it fits. */
const SMALLER = 0.8;

function rounded(image, width, step) {
  const height = Math.round((image.naturalHeight * width) / image.naturalWidth);
  const canvas = h("canvas", { width, height });
  const paper = canvas.getContext("2d");
  paper.drawImage(image, 0, 0, width, height);
  const shades = paper.getImageData(0, 0, width, height);
  for (let i = 0; i < shades.data.length; i += 1) if (i % 4 !== 3) shades.data[i] = Math.min(255, Math.round(shades.data[i] / step) * step);
  paper.putImageData(shades, 0, 0);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

/** The picture at that address as PNG; rejects where it cannot be drawn. */
export async function pngOf(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  for (let width = WIDTH; ; width = Math.round(width * SMALLER)) {
    for (const step of STEPS) {
      const drawn = await rounded(image, width, step);
      if (!drawn) throw new Error("no PNG");
      if (drawn.size <= MOST_BYTES) return drawn;
    }
  }
}
