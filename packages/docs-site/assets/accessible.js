// Adds names and roles that Scalar's controls lack, for screen readers and keyboard users.

/** Returns the accessible name of a button without visible text. */
function nameOf(button) {
  const text = button.textContent.trim()
  if (text !== '') return text
  const classes = button.className
  if (classes.includes('copy')) return 'Copy'
  return button.title || button.closest('[aria-label]')?.getAttribute('aria-label') || 'Options'
}

const corrections = [
  [
    ':is(button, div, a, li)[aria-selected]:not([role])',
    (element) => {
      if (element.getAttribute('aria-selected') === 'true') element.setAttribute('aria-current', 'true')
      else element.removeAttribute('aria-current')
      element.removeAttribute('aria-selected')
    },
  ],
  [
    'button:not([aria-label], [aria-labelledby])',
    (element) => {
      if (element.innerText.trim() !== '') return
      element.setAttribute('aria-label', nameOf(element))
      element.dataset.named = ''
    },
  ],
  [
    'button[data-named]',
    (element) => {
      if (element.innerText.trim() === '') return
      element.removeAttribute('aria-label')
      delete element.dataset.named
    },
  ],
  ['button.show-more[aria-label]', (element) => element.removeAttribute('aria-label')],
  ['.cm-content[role="textbox"]:not([aria-label])', (element) => element.setAttribute('aria-label', 'Value')],
  ['[role="tablist"] button:not([role])', (element) => element.setAttribute('role', 'tab')],
  ['input[type="checkbox"]:not([aria-label], [id])', (element) => element.setAttribute('aria-label', 'Send it')],
  [
    'button[aria-controls]',
    (element) => {
      if (document.getElementById(element.getAttribute('aria-controls')) === null) element.removeAttribute('aria-controls')
    },
  ],
  ['ul.endpoints:not([tabindex])', (element) => element.setAttribute('tabindex', '0')],
]

/** Fixes the content below an element, now and whenever it changes. */
export function keepAccessible(root) {
  let isPlanned = false
  const correct = () => {
    isPlanned = false
    for (const [selector, apply] of corrections) for (const element of root.querySelectorAll(selector)) apply(element)
  }
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(correct, 50)
  }
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected'] }
  new MutationObserver(plan).observe(root, watched)
  plan()
}
