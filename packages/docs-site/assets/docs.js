import { openSearch, prepareSearch } from './search.js'

const root = document.documentElement

export function shownTheme() {
  return root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

function switchTheme() {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark'
  root.dataset.theme = theme
  localStorage.setItem('posthorn-theme', theme)
  document.dispatchEvent(new CustomEvent('theme', { detail: theme }))
}

function toggleMenu(isOpen) {
  document.body.classList.toggle('menu-open', isOpen)
  document.querySelector('.menu')?.setAttribute('aria-expanded', String(isOpen))
}

/** Copies a block's code. On a page without https, where browsers have no clipboard, selects it instead. */
async function copyCode(button) {
  const code = button.parentElement.querySelector('code')
  if (navigator.clipboard === undefined) return getSelection().selectAllChildren(code)
  await navigator.clipboard.writeText(code.textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
}

/** Highlights the section in view in the table of contents. */
function followSections() {
  const links = new Map([...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]))
  const headings = [...document.querySelectorAll('article h2[id]')].filter(({ id }) => links.has(id))
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120)
    const current = passed.at(-1) ?? headings[0]
    for (const [id, link] of links) link.toggleAttribute('data-here', id === current?.id)
  }
  if (headings.length === 0) return
  addEventListener('scroll', mark, { passive: true })
  mark()
}

/** Shows this installation's URL in samples, so that they work when they are copied. */
function fillAddress() {
  for (const code of document.querySelectorAll('article pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      currentNode.textContent = currentNode.textContent.replaceAll('https://api.example.com', location.origin)
    }
  }
}

/** Switches all samples to this language. Keeps the reader's place, even though samples above it change height. */
function chooseLanguage(language, tab) {
  const before = tab?.getBoundingClientRect().top
  root.dataset.language = language
  for (const samples of document.querySelectorAll('.samples')) {
    const tabs = [...samples.querySelectorAll('[role="tab"]')]
    const chosen = tabs.find((each) => each.dataset.language === language) ?? tabs[0]
    for (const each of tabs) {
      each.setAttribute('aria-selected', String(each === chosen))
      each.tabIndex = each === chosen ? 0 : -1
    }
  }
  if (tab === undefined) return
  localStorage.setItem('posthorn-language', language)
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** Moves between tabs with the arrow keys, as the ARIA tabs pattern requires. */
function moveTab(event) {
  const tabs = [...event.currentTarget.querySelectorAll('[role="tab"]')]
  const at = tabs.indexOf(event.target)
  const targets = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
  if (at < 0 || !(event.key in targets)) return
  event.preventDefault()
  const tab = tabs.at(targets[event.key] % tabs.length)
  tab.focus()
  chooseLanguage(tab.dataset.language, tab)
}

for (const tabs of document.querySelectorAll('.samples [role="tablist"]')) {
  tabs.addEventListener('keydown', moveTab)
  tabs.addEventListener('click', ({ target }) => {
    if (target.dataset.language !== undefined) chooseLanguage(target.dataset.language, target)
  })
}
chooseLanguage(root.dataset.language)
document.querySelector('.theme')?.addEventListener('click', switchTheme)
for (const button of document.querySelectorAll('.find')) button.addEventListener('click', openSearch)
document.querySelector('.menu')?.addEventListener('click', () => {
  toggleMenu(!document.body.classList.contains('menu-open'))
})
for (const button of document.querySelectorAll('.copy')) button.addEventListener('click', () => copyCode(button))
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
  const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey))
  if (isShortcut) {
    event.preventDefault()
    openSearch()
  } else if (event.key === 'Escape') toggleMenu(false)
})
document.querySelector('.side [aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
prepareSearch()
fillAddress()
followSections()
