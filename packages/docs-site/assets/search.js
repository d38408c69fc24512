import { createIndex, find } from './find.js'

const dialog = document.querySelector('dialog.search')
const input = dialog.querySelector('input')
const list = dialog.querySelector('ul')
const hint = dialog.querySelector('.hint')

let index
let selected = 0

function itemOf({ kind, title, place, text, href }, at) {
  const item = document.createElement('li')
  item.role = 'none'
  const link = document.createElement('a')
  link.role = 'option'
  link.id = `result-${at}`
  link.href = href
  link.tabIndex = -1
  for (const [name, content] of [
    ['kind', kind],
    ['title', title],
    ['place', place],
    ['text', text],
  ]) {
    const part = document.createElement('span')
    part.className = name
    part.textContent = content
    if (content) link.append(part)
  }
  link.addEventListener('click', () => dialog.close())
  item.append(link)
  return item
}

function select(at) {
  const items = [...list.querySelectorAll('a')]
  selected = items.length === 0 ? 0 : (at + items.length) % items.length
  items.forEach((item, i) => item.setAttribute('aria-selected', String(i === selected)))
  items[selected]?.scrollIntoView({ block: 'nearest' })
  if (items.length > 0) input.setAttribute('aria-activedescendant', `result-${selected}`)
  else input.removeAttribute('aria-activedescendant')
}

/** Loads the index. The server puts the file's URL in place of its name. */
async function loadIndex() {
  const response = await fetch('./index.json')
  return createIndex(await response.json())
}

/** Shows what the search finds for the words in the field. Loads the index first; if that fails, the next word tries again. */
async function showResults() {
  const words = input.value.trim()
  index ??= loadIndex().catch(() => (index = undefined))
  const loaded = await index
  if (words !== input.value.trim()) return
  const results = loaded === undefined || words === '' ? [] : find(loaded, words)
  list.replaceChildren(...results.map(itemOf))
  list.hidden = results.length === 0
  hint.textContent = hintOf(words, { isLoaded: loaded !== undefined, isEmpty: results.length === 0 })
  select(0)
}

function hintOf(words, { isLoaded, isEmpty }) {
  if (!isLoaded) return 'The search could not be loaded. Type to try again.'
  if (words === '') return 'Guides, operations, errors and events'
  return isEmpty ? `Nothing found for “${words}”` : ''
}

export function openSearch() {
  if (dialog.open) return
  dialog.showModal()
  input.select()
  void showResults()
}

export function prepareSearch() {
  input.addEventListener('input', () => void showResults())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1)
    else if (event.key === 'ArrowUp') select(selected - 1)
    else if (event.key === 'Enter') list.querySelectorAll('a')[selected]?.click()
    // Otherwise, the browser empties the field first.
    else if (event.key === 'Escape') dialog.close()
    else return
    event.preventDefault()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
