// Runs before the page is painted, so that a chosen theme does not flash.
const chosen = localStorage.getItem('posthorn-theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

// The same for the language of samples. Without a script, their first one is shown.
document.documentElement.dataset.language = localStorage.getItem('posthorn-language') ?? ''
