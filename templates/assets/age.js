// Raises the ages of single values by the reader's clock; the build counted from the date of the site. A badge never
// disappears, because a clock may be wrong. The texts are an attribute of the script's tag: "days=…|days_one=…".
(() => {
  const words = Object.fromEntries(document.currentScript.dataset.words.split("|").map((word) => word.split("=")));
  const kDaysOfMonth = 365.25 / 12;
  const daysSince = (date) => {
    const [year, month, day] = date.split("-").map(Number);  // a month or a year ends on its last day
    return Math.floor((Date.now() - (day ? Date.UTC(year, month - 1, day) : Date.UTC(year, month || 12, 0))) / 86_400_000);
  };
  const forms = new Intl.PluralRules(document.documentElement.lang);
  const count = (name, number) => {
    // The form is that of quantity/locale.h.
    return (words[`${name}_${forms.select(number)}`] || words[name]).replace("{count}", number);
  };
  const text = (days) => {
    const months = Math.floor(days / kDaysOfMonth);
    return days <= 60 ? count("days", days) : months < 24 ? count("months", months) : count("years", Math.floor(months / 12));
  };
  for (const badge of document.querySelectorAll(".age[data-date]")) {
    const days = daysSince(badge.dataset.date);
    if (days <= badge.dataset.limit) continue;
    badge.textContent = text(days);
    badge.hidden = false;
  }
})();
