// Checks whether keyboard users can see the focus.

// Returns the elements that do not show their focus, as text. Checks only the first of several links that look the same
// in boxes of the same kinds, which is fast for pages with thousands of links.
export async function unseenFocus(page) {
  await page.keyboard.press("Tab");  // focus by a script then counts as by keyboard
  return page.evaluate(() => {
    const kind = (element) => {
      const names = [];
      for (let each = element; each && each !== document.body; each = each.parentElement) names.push(`${each.localName}.${each.getAttribute("class") ?? ""}`);
      return names.join("<");
    };
    const first = new Map();
    for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])"))
      if (!first.has(kind(element)) && element.checkVisibility({ checkVisibilityCSS: true }) && !element.disabled) first.set(kind(element), element);
    const kSigns = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "backgroundColor", "borderTopColor", "textDecorationLine"];
    const look = (element) => {
      const style = getComputedStyle(element);
      return style.outlineStyle === "none" || style.outlineWidth === "0px" ? kSigns.slice(3).map((sign) => style[sign]).join() : kSigns.map((sign) => style[sign]).join();
    };
    const wrong = [];
    for (const element of first.values()) {
      const what = element.outerHTML.slice(0, 120);
      element.blur();
      const before = look(element);
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;  // the element is inert, or in a box that gets the focus itself
      const box = element.getBoundingClientRect();
      if (look(element) === before) wrong.push(`no sign of the focus on ${what}`);
      else if (box.width < 2 || box.height < 2) wrong.push(`of no size while it has the focus: ${what}`);
    }
    document.activeElement.blur();
    scrollTo(0, 0);
    return wrong;
  });
}
