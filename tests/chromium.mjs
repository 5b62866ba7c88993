// The browser that the tests open pages in: Chromium without the windows and menus that nobody sees, which shows the same
// pages in two thirds of the time.
export const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
