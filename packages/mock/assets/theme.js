/** Applies the theme that the reader has chosen in the reference. Loads before the page is shown. */
const chosenTheme = localStorage.getItem("vitepress-theme-appearance");
if (chosenTheme === "dark" || chosenTheme === "light") document.documentElement.style.colorScheme = chosenTheme;
