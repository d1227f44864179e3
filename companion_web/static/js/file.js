// A file that the table would not read is told beside its field, before it is sent for nothing.

document.addEventListener("change", ({ target }) => {
  if (!target.matches("input[data-most]")) return;
  const large = [...target.files].some((file) => file.size > Number(target.dataset.most));
  target.setCustomValidity(large ? target.dataset.large : "");
  target.reportValidity();
});
