// Runs before the page is painted, so that a chosen theme does not flash.
const chosen = localStorage.getItem('posthorn-theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
