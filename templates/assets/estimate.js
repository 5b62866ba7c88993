// Calculates estimates for the reader's inputs, in exact fractions like the build. The inputs are stored in the address:
// ?NAME.input=value#NAME.
(() => {
  const address = () => new URLSearchParams(location.search);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  // [numerator, denominator above 0] of "1.5" or "-3/2"; other values are returned unchanged.
  const fraction = (text) => {
    if (!text?.split) return text;
    const [above, below = "1"] = text.split("/");
    const [whole, part = ""] = above.split(".");
    return [BigInt(whole + part), BigInt(below) * 10n ** BigInt(part.length)];
  };
  const less = ([a, b], [c, d]) => a * d < c * b;
  const operators = {
    "+": ([a, b], [c, d]) => [a * d + c * b, b * d],
    "-": ([a, b], [c, d]) => [a * d - c * b, b * d],
    "*": ([a, b], [c, d]) => [a * c, b * d],
    "/": ([a, b], [c, d]) => c && (c < 0n ? [-a * d, -b * c] : [a * d, b * c]),
    min: (x, y) => (less(y, x) ? y : x),
    max: (x, y) => (less(x, y) ? y : x),
  };
  // In postfix order: operators, numbers as text, operands by index. Returns null if there is no value.
  const calculate = (steps, operands) => {
    const stack = [];
    for (const step of steps) {
      const operator = operators[step];
      stack.push(operator ? operator(...stack.splice(-2)) : fraction(step.at ? step : operands[step]));
      if (!stack.at(-1)) return null;
    }
    return stack[0];
  };
  // Rounds half up.
  const round = ([n, d], { digits, grouped }) => {
    const unit = 10n ** BigInt(digits);
    const rounded = ((n < 0n ? -n : n) * unit * 2n + d) / (2n * d);
    const whole = rounded / unit;
    const part = digits ? "." + String(rounded % unit).padStart(digits, 0) : "";
    return (n < 0n && rounded ? "\u2212" : "") + (grouped ? whole.toLocaleString("en") : whole) + part;
  };

  const equip = (figure) => {
    const form = figure.querySelector("form");
    const said = figure.querySelector(".said");
    const controls = [...form.elements].filter((control) => control.name);
    const choices = controls.filter((control) => control.options);
    const numbers = controls.filter((control) => !choices.includes(control));
    const title = (control) => control.labels[0].textContent;
    const data = JSON.parse(form.dataset.rows);
    const results = JSON.parse(form.dataset.results);
    const [first] = results;

    const table = figure.querySelector("template").content.querySelector(".scroll");
    const body = table.querySelector("tbody");
    const rows = [...body.rows].map((row, i) => {
      const [chosen, known] = data[i];
      const shown = results.map(({ place }) => row.cells[place].querySelector("a"));
      return { row, shown, chosen, known };
    });
    said.after(table);

    // The error in a number; "" if it is valid.
    const problem = (control) => {
      const fits = control.validity.valid && /^-?\d+(\.\d+)?$/.test(control.value);
      control.ariaInvalid = !fits;
      const range = form.querySelector(`#${control.id}-range`).textContent;
      return fits ? "" : fill(form.dataset.wrong, { title: title(control), range });
    };

    const show = () => {
      said.textContent = numbers.map(problem).join(" ").trim();
      if ((table.hidden = said.textContent)) return;
      const fitting = rows.filter(({ chosen }) => choices.every(({ value }, i) => !value || value == chosen[i]));
      for (const each of fitting) {
        const operands = [...numbers.map(({ value }) => value), ...each.known];
        each.values = results.map((result, i) => {
          const value = calculate(result.steps, operands);
          operands.push(value);
          if (each.shown[i]) each.shown[i].textContent = value ? round(value, result) : "\u2013";
          return value;
        });
      }
      fitting.sort(({ values: [a] }, { values: [b] }) =>
        !a || !b ? !a - !b : (less(b, a) - less(a, b)) * (first.higher ? -1 : 1));
      body.replaceChildren(...fitting.map(({ row }) => row));

      const textOf = ({ value, selectedOptions, dataset }) => selectedOptions?.[0].text ?? dataset.before + value + dataset.after;
      const best = fitting[0]?.values[0];
      said.textContent = fill(form.dataset[best ? "said" : "none"], {
        settings: controls.map((control) => `${title(control)}: ${textOf(control)}`).join("; "),
        count: fitting.length,
        name: best && fitting[0].row.cells[0].textContent,
        value: best && first.before + round(best, first) + first.after,
      });
    };

    form.oninput = () => {
      const all = address();
      for (const { name, value } of controls) all.set(name, value);
      history.replaceState(null, "", `?${all}#${figure.id}`);
      show();
    };
    form.onreset = () => setTimeout(form.oninput);
    form.onsubmit = () => false;
    for (const control of controls) {
      control.value = address().get(control.name) ?? control.value;
      if (control.selectedIndex < 0) control.selectedIndex = 0;
    }
    form.hidden = figure.querySelector(".cases").open = false;
    show();
  };
  document.querySelectorAll("figure.estimate").forEach(equip);
})();
