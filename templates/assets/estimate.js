// Calculates estimates for the reader's inputs, in exact fractions like the build. The inputs are stored in the address:
// ?NAME.input=value#NAME.
(() => {
  const address = () => new URLSearchParams(location.search);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  // Parses "1.5" or "-3/2" to [numerator, denominator above 0]. Other values are returned unchanged.
  const fraction = (text) => {
    if (!text?.split) return text;
    const [above, below = "1"] = text.split("/");
    const [whole, part = ""] = above.split(".");
    return [BigInt(whole + part), BigInt(below) * 10n ** BigInt(part.length)];
  };
  const less = ([a, b], [c, d]) => a * d < c * b;
  // Each operator takes as many operands as its function has parameters. A comparison has no value if it is not met.
  const operators = {
    "+": ([a, b], [c, d]) => [a * d + c * b, b * d],
    "-": ([a, b], [c, d]) => [a * d - c * b, b * d],
    "*": ([a, b], [c, d]) => [a * c, b * d],
    "/": ([a, b], [c, d]) => c && (c < 0n ? [-a * d, -b * c] : [a * d, b * c]),
    min: (x, y) => (less(y, x) ? y : x),
    max: (x, y) => (less(x, y) ? y : x),
    ceil: ([a, b]) => [(a > 0n ? a + b - 1n : a) / b, 1n],
    "<": (x, y) => less(x, y) && x,
    "<=": (x, y) => !less(y, x) && x,
    ">": (x, y) => less(y, x) && x,
    ">=": (x, y) => !less(x, y) && x,
    "=": (x, y) => !less(x, y) && !less(y, x) && x,
  };
  // Calculates steps in postfix order: operators, numbers as text, operands by index. Returns null if there is no
  // value.
  const calculate = (steps, operands) => {
    const stack = [];
    for (const step of steps) {
      const operator = operators[step];
      stack.push(operator ? operator(...stack.splice(-operator.length)) : fraction(step.at ? step : operands[step]));
      if (!stack.at(-1)) return null;
    }
    return stack[0];
  };
  const ten = (power) => 10n ** BigInt(Math.max(0, power));
  // Writes a decimal with the marks of the language, as write_number() of quantity/locale.h does.
  const write = (decimal, [point, group, size, least], grouped = true) => {
    const [whole, part] = decimal.split(".");
    const wanted = grouped && whole.replace(/\D/, "").length >= least + 3;
    const shown = wanted ? whole.replace(RegExp(`\\B(?=(\\d{${size}})*\\d{3}$)`, "g"), group) : whole;
    return part ? shown + point + part : shown;
  };
  // Rounds half up, to digits after the point or significant ones; removes zeros at the end if `trims`.
  const round = (value, { digits, significant, grouped, marks, trims }) => {
    if (!value) return "\u2013";
    const [n, d] = value;
    const size = n < 0n ? -n : n;
    const scaled = (places) => (size * ten(places) * 2n + d * ten(-places)) / (2n * d * ten(-places));
    let places = significant ? digits + (size ? `${d}`.length - `${size}`.length : -1) : digits;
    while (significant && `${scaled(places)}`.length > digits) --places;
    const after = Math.max(0, places), unit = ten(after);
    const rounded = scaled(places) * ten(-places);
    const whole = rounded / unit;
    const decimals = after ? "." + String(rounded % unit).padStart(after, 0) : "";
    const part = trims ? decimals.replace(/\.?0+$/, "") : decimals;
    return write((n < 0n && rounded ? "\u2212" : "") + whole + part, marks, grouped);
  };

  const equip = (figure) => {
    const form = figure.querySelector("form");
    const said = figure.querySelector(".said");
    const controls = [...form.elements].filter((control) => control.name);
    const choices = controls.filter(({ options, dataset }) => options && !dataset.numbers);
    const options = controls.filter(({ dataset }) => dataset.numbers);
    const numbers = controls.filter((control) => !control.options);
    const title = (control) => control.labels[0].textContent;
    const data = JSON.parse(form.dataset.rows);
    const marks = JSON.parse(form.dataset.marks ?? '[".",",",3,1]');
    const results = JSON.parse(form.dataset.results).map((result) => ({ ...result, marks }));
    const conditions = JSON.parse(form.dataset.requires ?? "[]");
    const sorts = results.findIndex((result) => result.sorts);
    const first = results[sorts];
    const ends = results.findIndex((result) => result.ends);
    // Returns a result with its unit.
    const textOf = (value, result) => {
      const text = round(value, result);
      return result.before + text + (text == "1" && result.one || result.after);
    };

    const nameOf = ({ row }) => row.cells[0].textContent;

    const { content } = figure.querySelector("template");
    const table = content.querySelector(".scroll");
    const added = [...content.children].slice(-2);
    for (const list of figure.querySelectorAll(".notes > ol")) {
      list.parentNode.hidden = false;
      list.append(...added.shift().children);
    }
    const body = table.querySelector("tbody");
    const rows = [...body.rows].map((row, i) => {
      for (const cell of row.cells) {
        const { label } = body.rows[0].cells[cell.cellIndex].dataset;
        if (label) cell.dataset.label = label;
      }
      const [chosen, known, texts, group = row] = data[i];
      const shown = results.map(({ place }) => row.cells[place]?.querySelector("a"));
      return { row, shown, chosen, known, texts, group };
    });
    const out = document.createElement("div");
    out.className = "out";
    form.after(table, out);

    // Returns the range of a row as [least, most]; null without `sort_to`, or if an end is unknown.
    const rangeOf = ({ values }) => {
      const from = values[sorts], to = values[ends];
      return from && to && (less(to, from) ? [to, from] : [from, to]);
    };
    // Whether the ranges of two rows overlap. An unknown one may be anywhere.
    const overlap = (row, other) => {
      const a = rangeOf(row), b = rangeOf(other);
      return !(a && b && (less(b[1], a[0]) || less(a[1], b[0])));
    };
    const rangeText = (range) => {
      const [from, to] = range.map((end) => textOf(end, first));
      return from === to ? from : fill(form.dataset.range, { from, to });
    };

    // Returns the error in a number; "" if the number is valid.
    const problem = (control) => {
      const fits = control.validity.valid && /^-?\d+(\.\d+)?$/.test(control.value);
      control.ariaInvalid = !fits;
      const range = form.querySelector(`#${control.id}-range`).textContent;
      return fits ? "" : fill(form.dataset.wrong, { title: title(control), range });
    };

    const isChanged = ({ options, selectedIndex, value, defaultValue }) =>
      options ? selectedIndex != Math.max(0, [...options].findIndex((option) => option.defaultSelected)) : value != defaultValue;

    const show = () => {
      said.textContent = numbers.map(problem).join(" ").trim();
      if ((table.hidden = out.hidden = said.textContent)) return;
      let fitting = rows.filter(({ chosen }) => choices.every(({ value }, i) => !value || value == chosen[i]));
      for (const each of fitting) {
        const operands = [
          ...numbers.map(({ value }) => value),
          ...options.flatMap(({ dataset, selectedIndex }) => JSON.parse(dataset.numbers)[selectedIndex]),
          ...each.known,
        ];
        each.values = results.map((result, i) => {
          const value = calculate(result.steps, operands);
          operands.push(value);
          const link = each.shown[i];
          if (link) link.textContent = round(value, result);
          if (link && result.significant) link.title = value ? round(value, { ...result, digits: 12, trims: true }) : "";
          return value;
        });
        each.violated = conditions.find(({ steps }) => !calculate(steps, operands));
      }
      const excluded = fitting.filter(({ violated }) => violated);
      fitting = fitting.filter(({ violated }) => !violated);
      fitting.sort(({ values: { [sorts]: a } }, { values: { [sorts]: b } }) =>
        !a || !b ? !a - !b : (less(b, a) - less(a, b)) * (first.higher ? -1 : 1));
      const seen = new Set();
      const isNew = ({ group }) => !seen.has(group) && seen.add(group);
      fitting = fitting.filter(isNew);
      out.replaceChildren();
      const gaps = excluded.filter(({ violated }) => violated.gap).filter(isNew);
      const ruledOut = excluded.filter(({ violated }) => !violated.gap).filter(isNew);
      for (const [heading, list] of [[form.dataset.out, ruledOut], [form.dataset.gaps, gaps]]) {
        const lines = new Set(list.map((each) => {
          results.forEach((result, i) => (each.texts[result.name] = textOf(each.values[i], result)));
          return `${nameOf(each)}: ${fill(each.violated.reason, each.texts)}`;
        }));
        if (!lines.size) continue;
        const add = (tag, text, to = out) => to.appendChild(Object.assign(document.createElement(tag), { textContent: text }));
        add("p", heading);
        const items = add("ul", "");
        for (const line of lines) add("li", line, items);
      }
      body.replaceChildren(...fitting.map(({ row }) => row));

      const number = ({ value, dataset }) => dataset.before + write((+value).toLocaleString("en", { maximumFractionDigits: 6, useGrouping: false }), marks) + (value == 1 && dataset.one || dataset.after);
      const setting = (control) => `${title(control)}: ${control.selectedOptions?.[0].text ?? number(control)}`;
      const changed = controls.filter(isChanged);
      const best = fitting[0]?.values[sorts];
      // The rows that may be the best: their ranges overlap with those of all rows before them.
      const tied = ends < 0 ? [] : fitting.filter((each, i) => each.values[sorts] && fitting.slice(0, i).every((other) => overlap(other, each)));
      const ranges = tied.map(rangeOf).filter(Boolean);
      // The settings are above: the sentence names two that the reader changed, or the first one.
      said.textContent = fill(form.dataset[!best ? "none" : tied[1] ? "tied" : fitting[1] ? "said" : "only"], {
        settings: (changed[0] ? changed.slice(0, 2) : controls.slice(0, 1)).map(setting).join("; "),
        count: fitting.length,
        name: best && nameOf(fitting[0]),
        names: tied.map(nameOf).join(", "),
        value: ranges[0] ? rangeText(ranges.reduce(([a, b], [c, d]) => [less(c, a) ? c : a, less(b, d) ? d : b])) : best && textOf(best, first),
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
      if (control.closest("details") && isChanged(control)) control.closest("details").open = true;
    }
    form.hidden = figure.querySelector(".cases").open = false;
    show();
  };
  document.querySelectorAll("figure.estimate").forEach(equip);
})();
