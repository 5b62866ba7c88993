// Sorts, filters and copies tables, and hides columns. The state is in the address:
// ?NAME.sort=-column&NAME.find=text&NAME.is.column=value&NAME.hide=a,b#NAME. The texts are attributes of the script's
// tag.
(() => {
  const words = document.currentScript.dataset;
  // Natural order: numbers of one width, which are faster to compare than by the option `numeric`.
  const order = new Intl.Collator(document.documentElement.lang).compare;
  const natural = (text) => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
  const make = (name, properties, ...inside) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inside);
    return element;
  };
  const status = () => make("span", { role: "status" });

  const textOf = (cell) => {
    if (!cell.querySelector(".visually-hidden, sup")) return cell.textContent.trim();
    const copy = cell.cloneNode(true);
    for (const extra of copy.querySelectorAll(".visually-hidden, sup")) extra.remove();
    return copy.textContent.trim();
  };

  const equip = (figure) => {
    const table = figure.querySelector("table");
    const whole = !("cut" in figure.dataset);
    const params = () => new URLSearchParams(location.search);
    const state = (key) => params().get(`${figure.id}.${key}`) ?? "";

    // Titles of columns in a group are in the second row.
    const below = [...(table.tHead.rows[1]?.cells ?? [])];
    const groups = [...table.tHead.rows[0].cells].map((head) => ({ head, heads: head.dataset.column ? [head] : below.splice(0, head.colSpan) }));
    const heads = groups.flatMap(({ heads }) => heads);
    const columns = heads.map((head) => head.dataset.column);
    const filters = ["find", ...columns.map((column) => "is." + column)];
    const full = groups.flatMap(({ head, heads }) => heads.map((each) => (each == head ? "" : head.textContent + ", ") + textOf(each.querySelector(".title"))));
    const isNumber = (i) => heads[i]?.matches(".number");

    // Each row with the texts of its cells, and with the keys by which it was sorted.
    const bodies = [...table.tBodies].map((body) => {
      const each = (kind) => [...body.querySelectorAll(kind)];
      const rows = each("tr:not(.row-group, .row-summary)").map((row) => {
        const cells = [...row.cells];
        return { row, cells, texts: cells.map(textOf), keys: [] };
      });
      return { body, rows, head: each(".row-group"), sums: each(".row-summary") };
    });
    const sums = [...bodies.flatMap((group) => group.sums), ...(table.tFoot?.rows ?? [])];
    const rows = bodies.flatMap((group) => group.rows);
    // A table with many rows shows the first ones, until readers ask for all: laying them out takes seconds.
    const few = rows.length > 1000 ? 100 : Infinity;
    let most = few;
    let ordered = bodies.flatMap(({ body }) => [...body.rows]);
    let hiddenBefore = "";

    const show = () => {
      const sorted = state("sort");
      const by = columns.indexOf(sorted.replace("-", ""));
      const sign = sorted[0] == "-" ? -1 : 1;
      const [find, ...only] = filters.map(state);
      const wanted = find.toLowerCase().split(/\s+/), asked = [find, ...only].filter(Boolean).join(", ");
      const hidden = state("hide"), mayHide = hidden != hiddenBefore;
      hiddenBefore = hidden;

      heads.forEach((head, i) => {
        head.ariaSort = i != by ? null : sign < 0 ? "descending" : "ascending";
        head.hidden = i && hidden.split(",").includes(columns[i]);
        if (mayHide) for (const { cells } of [...rows, ...sums]) cells[i].hidden = head.hidden;
      });
      for (const { head, heads } of groups) {
        const left = heads.filter((one) => !one.hidden).length;
        head.hidden = !left;
        head.colSpan = left || 1;
      }
      if (!whole) return;

      // Missing values come last in both directions.
      const isNumeric = isNumber(by);
      const key = ({ cells, texts }) => {
        const cell = cells[by], text = cell.getAttribute("data-value") ?? texts[by];
        const value = isNumeric ? +text.replace(/,/g, "").replace("\u2212", "-") : natural(text);
        return { none: cell.firstElementChild?.className == "none", unit: cell.getAttribute("data-unit") ?? "", value };
      };
      const compare = ({ keys: { [by]: x } }, { keys: { [by]: y } }) =>
        x.none - y.none || sign * (isNumeric ? (x.unit != y.unit && order(x.unit, y.unit)) || x.value - y.value : order(x.value, y.value));
      let left = 0;
      ordered = [];
      // Rows stay within their groups.
      for (const { body, head, rows, sums } of bodies) {
        const found = rows.filter(({ texts }) => {
          if (!asked) return true;
          const text = [head[0]?.textContent, ...texts].join(" ").toLowerCase();
          return wanted.every((word) => text.includes(word)) && only.every((value, i) => !value || value == texts[i]);
        });
        if (by >= 0) {
          for (const one of found) one.keys[by] ??= key(one);
          found.sort(compare);
        }
        const lines = found.map(({ row }) => row);
        body.hidden = !lines[0];
        body.replaceChildren(...head, ...lines.slice(0, Math.max(most - left, 0)), ...sums);
        if (lines[0]) ordered.push(...head, ...lines, ...sums);
        left += lines.length;
      }
      // Summaries of all rows do not apply to a subset.
      const part = left < rows.length, isCut = left > most;
      for (const row of sums) row.hidden = part;
      none.replaceChildren(...(left ? [] : [words.none.replace("{query}", asked) + " ", clear]));
      count.textContent = (part && left) || isCut ? words.rows.replace("{shown}", Math.min(left, most)).replace("{count}", rows.length) : "";
      if (isCut) count.append(" ", every);
    };
    const save = (key, value) => {
      const all = params();
      all.set(`${figure.id}.${key}`, value);
      if (!value) all.delete(`${figure.id}.${key}`);
      history.replaceState(null, "", `${location.pathname}${all.size ? "?" : ""}${all}#${figure.id}`);
      show();
    };

    // Sorts with the best first, then reversed, then in the original order.
    if (whole && rows.length > 2)
      heads.forEach((head, i) => {
        const title = head.querySelector(".title");
        const button = make("button", { type: "button", className: "sort" });
        title.replaceWith(button);
        button.append(title);
        const turns = [columns[i], "-" + columns[i], ""];
        if (isNumber(i) && head.dataset.better != "lower") turns.unshift(...turns.splice(1, 1));
        button.onclick = () => ((most = few), save("sort", turns[(turns.indexOf(state("sort")) + 1) % 3]));
      });

    // The stylesheet reserves space for this line under the same conditions.
    const strip = make("div");
    const none = make("p", { role: "status" });
    table.after(none);
    const clear = make("button", { type: "button", textContent: words.clear });
    clear.onclick = () => {
      for (const key of filters) save(key, "");
      for (const control of strip.querySelectorAll("input, select")) control.value = "";
      strip.querySelector("input")?.focus();
    };
    const tools = make("div", { className: "table-tools" }, strip);
    const count = status();
    const every = make("button", { type: "button", textContent: words.all.replace("{count}", rows.length) });
    every.onclick = () => ((most = Infinity), show());
    if (most < Infinity) addEventListener("beforeprint", every.onclick);
    if (whole && (bodies[1] || bodies[0]?.body.rows[9] || filters.some(state))) {
      const find = make("input", { type: "search", placeholder: words.find, ariaLabel: words.find, value: state("find") });
      find.oninput = () => save("find", find.value.trim());
      strip.append(find);
      columns.forEach((column, i) => {
        const values = [...new Set(rows.map(({ texts }) => texts[i]))];
        const few = values.length > 1 && values.length <= Math.min(8, rows.length / 2);
        if (isNumber(i) || !few || strip.children.length > 3 || values.some((text) => /^\d{4}(-|$)/.test(text)) || rows.some(({ cells }) => cells[i].dataset.value)) return;
        const menu = make("select", { ariaLabel: full[i] }, new Option(words.any.replace("{title}", full[i]), ""));
        for (const value of values.sort((a, b) => order(natural(a), natural(b)))) menu.append(new Option(value, value, false, value == state("is." + column)));
        menu.onchange = () => save("is." + column, menu.value);
        strip.append(menu);
      });
    }
    if (columns.length > 4) {
      const boxes = columns.map((_, i) => make("input", { type: "checkbox", checked: !state("hide").split(",").includes(columns[i]) }));
      const list = make("div", {}, ...boxes.slice(1).map((box, i) => make("label", {}, box, " " + full[i + 1])));
      const menu = make("details", {}, make("summary", { textContent: words.columns }), list);
      list.onchange = () => save("hide", columns.filter((_, i) => !boxes[i].checked).join());
      addEventListener("click", ({ target }) => (menu.open &&= menu.contains(target)));
      menu.onkeydown = ({ key }) => {
        if (key == "Escape") menu.firstChild.focus(), (menu.open = false);
      };
      tools.append(menu);
    }
    if (strip.firstChild || tools.children[1]) figure.querySelector("figcaption").after(tools);
    strip.append(count);

    // Returns the visible rows. Numbers have no commas, because spreadsheets need that.
    const lines = () => {
      const seen = heads.flatMap((head, i) => (head.hidden ? [] : i));
      const unit = (i) => heads[i].querySelector(".unit")?.textContent;
      const head = seen.map((i) => full[i] + (unit(i) ? ` (${unit(i)})` : ""));
      const body = [...ordered, ...(table.tFoot?.rows ?? [])].filter((row) => !row.hidden);
      return [head, seen.map((i) => (isNumber(i) ? "---:" : "---")), ...body.map(({ cells }) => seen.map((i) => (cells[i] ? textOf(cells[i]) : "")))];
    };
    const markdown = () => lines().map((line) => `| ${line.map((text) => text.replace(/[\\|]/g, "\\$&")).join(" | ")} |\n`).join("");
    const tsv = () => lines().toSpliced(1, 1).map((line) => line.map((text) => text.replace(/(\d),(?=\d{3})/g, "$1")).join("\t") + "\n").join("");
    const said = status();
    const button = (textContent, write) => {
      const onclick = () => navigator.clipboard.writeText(write()).then(() => (said.textContent = words.copied));
      return make("button", { type: "button", textContent, onclick });
    };
    figure.querySelector(".downloads").append(" ", button(words.markdown, markdown), " ", button(words.tsv, tsv), " ", said);
    if (location.search || (whole && most < Infinity)) show();
  };
  for (const figure of document.querySelectorAll("figure.table")) equip(figure);
})();
