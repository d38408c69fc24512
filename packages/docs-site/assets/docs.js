import { openSearch, prepareSearch } from './search.js'

const root = document.documentElement

/** Returns the theme that is shown. */
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

async function copyCode(button) {
  await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '')
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
}

/** Marks the section in sight in the table of contents. */
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

/** Shows the address of this installation in the samples. */
function fillAddress() {
  for (const code of document.querySelectorAll('article pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      currentNode.textContent = currentNode.textContent.replaceAll('https://api.example.com', location.origin)
    }
  }
}

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
