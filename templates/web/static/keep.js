// What is typed into a form stays while the game or the language is changed: by the names that it says it keeps.
function keep(form) {
  const key = `typed:${location.pathname}`;
  const fields = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const names = form.dataset.keep.split(" ");
  const typed = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  for (const name of names) {
    fields(name).forEach((field, at) => {
      if (!field.value && typed[name]?.[at]) {
        field.value = typed[name][at];
        field.closest("details")?.setAttribute("open", "");
      }
    });
  }
  form.addEventListener("input", () => {
    const now = Object.fromEntries(names.map((name) => [name, fields(name).map((field) => field.value)]));
    try {
      sessionStorage.setItem(key, JSON.stringify(now));
    } catch {
      // more than the browser keeps: then it is as it was without
    }
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "pick") return sessionStorage.removeItem(key);
    event.preventDefault(); // nothing is to be sent again when somebody comes back to the page of another game
    location.assign(`${location.pathname}?game=${encodeURIComponent(event.submitter.value)}`);
  });
}

const keepAll = () => document.querySelectorAll("form[data-keep]").forEach(keep);
document.addEventListener("renewed", keepAll);
keepAll();
