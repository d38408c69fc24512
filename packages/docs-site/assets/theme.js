// Runs before the first paint, so that the default theme doesn't flash before the saved one is applied.
const chosen = localStorage.getItem('posthorn-theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

// Does the same for the sample language. Without a script, pages show the first language.
document.documentElement.dataset.language = localStorage.getItem('posthorn-language') ?? ''
