// Charts that answer: a tooltip with the record and its source, by pointer, touch and keyboard; legends that single
// out a series. An enhancement: without it the page says the same. Words come with the script's tag.
(() => {
  const words = document.currentScript.dataset;
  let open; // the one tooltip that shows: {drawing, hide}

  const make = (parent, tag, name, ...content) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...content);
    parent.append(made);
    return made;
  };
  const set = (element, attributes) => {
    for (const name in attributes) element.setAttribute(name, attributes[name]);
  };
  const move = (element, box) => {
    for (const side in box) element.style[side] = box[side] + "px";
  };

  function legend(svg) {
    const entries = svg.querySelectorAll(".legend-entry[data-series]");
    let kept;
    const single = (series) => {
      for (const mark of svg.querySelectorAll(".marks [class*=series-], .legend-entry"))
        mark.classList.toggle("dim", !!series && !mark.classList.contains("series-" + series));
    };
    for (const entry of entries) {
      const { series } = entry.dataset;
      const pressed = (value) => set(entry, { "aria-pressed": value });
      set(entry, { role: "button", tabindex: 0 });
      pressed(false);
      entry.onpointerenter = entry.onfocus = () => single(series);
      entry.onpointerleave = entry.onblur = () => single(kept);
      entry.onclick = () => {
        kept = kept === series ? 0 : series;
        for (const each of entries) set(each, { "aria-pressed": each.dataset.series === kept });
        single(kept);
      };
      entry.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        entry.onclick();
      };
    }
  }

  function tooltip(drawing, svg, rows, heads) {
    const cross = make(drawing, "div", "chart-cross"), ring = make(drawing, "div", "chart-ring");
    const tip = make(drawing, "div", "chart-tip");
    const texts = {}; // what marks said by themselves
    let places, stops, width, current, pinned;

    // Where marks are, in px of the drawing; again when its width has changed.
    const frame = () => {
      const frame = drawing.getBoundingClientRect();
      if (width === frame.width) return frame;
      width = frame.width;
      places = [];
      const seen = new Set();
      svg.querySelectorAll(".marks").forEach((group, facet) => {
        const rects = [group, group.parentNode.querySelector(".grid") || group].map((each) => each.getBoundingClientRect());
        const edge = (pick, side, corner) => pick(...rects.map((rect) => rect[side])) - frame[corner];
        const plot = { l: edge(Math.min, "left", "left"), t: edge(Math.min, "top", "top"),
                       r: edge(Math.max, "right", "left"), b: edge(Math.max, "bottom", "top") };
        const add = (mark, row, l, t, r, b, line) => {
          const key = facet + " " + row, x = (l + r) / 2, y = (t + b) / 2;
          places.push({ mark, row, facet, line, plot, l, t, r, b, x, y, at: Math.round(mark.localName === "rect" ? l : x), first: !seen.has(key) });
          seen.add(key);
        };
        group.querySelectorAll("[data-row], [data-points]").forEach((mark, line) => {
          const { row, points } = mark.dataset, title = mark.querySelector("title");
          // The browser's own bubble would double ours; the text stays the mark's name.
          if (title) {
            set(mark, { role: "img", "aria-label": title.textContent });
            if (!points) texts[row] = title.textContent;
            title.remove();
          }
          if (!points) {
            const { left, top, right, bottom } = mark.getBoundingClientRect();
            return add(mark, row, left - frame.left, top - frame.top, right - frame.left, bottom - frame.top, -1);
          }
          const matrix = group.getScreenCTM(), numbers = points.split(/[ ,]+/);
          for (let i = 0; i + 2 < numbers.length; i += 3) {
            const at = new DOMPoint(numbers[i + 1], numbers[i + 2]).matrixTransform(matrix);
            const x = at.x - frame.left, y = at.y - frame.top;
            add(mark, numbers[i], x, y, x, y, line);
          }
        });
      });
      stops = places.filter((place) => place.first);
      stops.sort((a, b) => a.facet - b.facet || a.line - b.line || a.at - b.at || a.y - b.y);
      return frame;
    };

    const nearest = ({ clientX, clientY }) => {
      const { left, top } = frame(), x = clientX - left, y = clientY - top;
      const off = (box) => Math.hypot(Math.max(box.l - x, 0, x - box.r), Math.max(box.t - y, 0, y - box.b));
      let found, least = Infinity;
      for (const place of places) {
        const distance = off(place) + Math.hypot(place.x - x, place.y - y) / 1e4;
        if (distance < least && off(place.plot) < 24 && !place.mark.classList.contains("dim")) [found, least] = [place, distance];
      }
      return found;
    };

    const noteOf = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));

    const fill = ({ row, mark }) => {
      const cells = [...(rows[row]?.cells ?? [])], sources = new Map();
      tip.replaceChildren();
      cells.forEach((cell, i) => {
        const link = cell.querySelector("a.cell"), head = (part) => heads[i]?.querySelector(part)?.textContent;
        const unit = link && head(".unit");
        const line = make(tip, "p"), value = (link ?? cell).textContent + (unit ? " " + unit : "");
        if (!cell.scope) make(line, "span", "", head(".title") ?? heads[i]?.textContent);
        line.append(" ");
        make(line, "b", "", value);
        const found = link && noteOf(link)?.querySelectorAll(":scope > a:not(.row)");
        for (const source of found ?? []) sources.set(source.href, source);
      });
      if (!cells.length)
        for (const text of (texts[row] ?? mark.ariaLabel ?? "").split("\n")) make(tip, "p", "", text);
      if (!sources.size) return;
      const line = make(tip, "p", "source", words.source);
      for (const source of sources.values()) line.append(" ", source.cloneNode(true));
    };

    const hide = () => {
      tip.replaceChildren();
      drawing.classList.remove("open");
      current = pinned = open = undefined;
    };

    const show = (place, pin, x = place.x) => {
      pinned = pin;
      if (place === current) return;
      if (open?.drawing !== drawing) open?.hide();
      open = { drawing, hide };
      current = place;
      const { l, t, r, b, plot, line } = place, top = frame().top;
      drawing.classList.add("open");
      set(tip, { "aria-live": pin ? "polite" : "off" });
      fill(place);
      move(ring, { left: l - 4, top: t - 4, width: r - l + 8, height: b - t + 8 });
      move(cross, { left: place.x, top: plot.t, height: line < 0 ? 0 : plot.b - plot.t });
      const { offsetWidth, offsetHeight } = tip, above = t - offsetHeight - 10;
      const middle = Math.min(Math.max(x, l), r) - offsetWidth / 2;
      move(tip, { left: Math.max(0, Math.min(middle, width - offsetWidth)), top: top + above < 0 ? b + 10 : above });
    };

    drawing.onpointermove = (event) => {
      if (pinned || event.pointerType === "touch" || tip.contains(event.target)) return;
      const found = nearest(event);
      if (found) show(found, false, event.clientX - frame().left);
      else if (current) hide();
    };
    drawing.onpointerleave = () => pinned || !current || hide();
    drawing.onclick = (event) => {
      if (event.target.closest(".chart-tip, .legend-entry")) return;
      const found = nearest(event);
      if (found && !(pinned && found === current)) show(found, true, event.clientX - frame().left);
      else if (current) hide();
    };
    drawing.onfocusout = ({ relatedTarget }) => current && !drawing.contains(relatedTarget) && hide();

    // From value to value: left and right in order, up and down to what is nearest, first of all in the same column.
    svg.onkeydown = (event) => {
      const { key } = event;
      if (event.target !== svg || event.ctrlKey || event.altKey || event.metaKey) return;
      frame();
      const last = stops.length - 1, at = current ? stops.findIndex((stop) => stop.row === current.row && stop.facet === current.facet) : -1;
      let to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last, ArrowUp: at, ArrowDown: at }[key];
      if (key === "Enter" && current) {
        const link = rows[current.row]?.querySelector("a.cell"), goal = link && noteOf(link);
        if (!goal) return;
        goal.closest("details").open = true;
        goal.tabIndex = -1;
        link.click();
        goal.focus();
      }
      if (to === undefined || last < 0) return;
      event.preventDefault();
      if (at >= 0 && to === at) {
        let least = Infinity;
        stops.forEach((stop, i) => {
          const away = (stop.y - stops[at].y) * (key === "ArrowUp" ? -1 : 1), aside = Math.abs(stop.at - stops[at].at);
          const distance = away + (aside > 1 ? (stop.line < 0 ? 1e5 + aside : Infinity) : 0);
          if (away > 0.5 && distance < least) [to, least] = [i, distance];
        });
      }
      show(stops[Math.max(0, Math.min(to, last))], true);
    };
  }

  document.querySelectorAll("figure.chart").forEach((figure) => {
    // Taken down now: a table may be sorted later.
    const table = figure.querySelector("details.data table");
    const rows = [...(table?.tBodies[0]?.rows ?? [])], heads = [...(table?.tHead?.rows ?? [])].pop()?.cells ?? [];
    for (const drawing of figure.querySelectorAll(".drawing")) {
      const svg = drawing.querySelector("svg"), title = svg.querySelector(":scope > title");
      const keys = make(drawing, "p", "chart-keys", words.keys);
      keys.id = title.id + "-keys";
      // A title shows as a bubble, a desc does not; both name the drawing.
      const name = document.createElementNS(svg.namespaceURI, "desc");
      name.id = title.id;
      name.textContent = title.textContent;
      title.replaceWith(name);
      set(svg, { role: "application", tabindex: 0, "aria-describedby": keys.id });
      legend(svg);
      tooltip(drawing, svg, rows, heads);
    }
  });

  document.addEventListener("keydown", ({ key }) => key === "Escape" && open?.hide());
  document.addEventListener("pointerdown", ({ target }) => open && !open.drawing.contains(target) && open.hide());
  addEventListener("resize", () => open?.hide());
})();
