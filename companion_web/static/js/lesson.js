// The guided first game: how far it is, and the way out of it, in the bar.

/** The form stands there from the beginning of a lesson, unseen by who only watches; without one it goes. */
export function showLesson(view) {
  const form = document.getElementById("lesson");
  if (!form) return;
  form.hidden = !view.page.lesson;
  form.querySelector("[data-step]").textContent = view.page.lesson;
}
