import { useEffect } from "preact/hooks"
import { readRemembered, remember } from "../remembered.ts"
import { allUsers, formatPath } from "./route.ts"

/** The keys of the page, as the help lists them. */
export const keys: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [["/"], "search for a user, from every view"],
  [["↓", "j"], "next user; from the search, the first one"],
  [["↑", "k"], "previous user"],
  [["Enter"], "open the user; in the search, the only match"],
  [["Esc"], "back to the list; close a dialog; empty the search"],
  [["1", "2", "3"], "Users, Store, After a leak"],
  [["?"], "this help"],
]

const views = [formatPath(allUsers), formatPath({ view: "store" }), formatPath({ view: "leak" })]

/** Moves between views and users by single keys: not while a person types, chooses, or answers a dialog. */
export function useKeys(onHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (document.querySelector("dialog[open]")) return
      const field = target instanceof Element ? target.closest("input, select, textarea") : null
      const isSearch = field?.getAttribute("type") === "search"
      if (field && !(isSearch && key === "ArrowDown")) return
      if (runKey(key, onHelp)) event.preventDefault()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
}

const storageKey = "mortise-keys"

/** Whether letters and signs do something: speech input can type them by mistake. The browser remembers the choice. */
export const areLettersOn = (): boolean => readRemembered(storageKey) !== "off"

export const turnLetters = (isOn: boolean): void => remember(storageKey, isOn ? "on" : "off")

/** Returns whether the key has done something. */
function runKey(key: string, onHelp: () => void): boolean {
  if (key.length === 1 && !areLettersOn()) return false
  switch (key) {
    case "?":
      onHelp()
      return true
    case "/":
      focusSearch()
      return true
    case "ArrowDown":
    case "j":
      return moveFocus(1)
    case "ArrowUp":
    case "k":
      return moveFocus(-1)
    case "Escape":
      return goBack()
    default: {
      const view = views[Number(key) - 1]
      if (view !== undefined) location.hash = view
      return view !== undefined
    }
  }
}

const findSearch = () => document.querySelector<HTMLInputElement>("input[type=search]")

let isSearchNext = false

/** What gets the focus in a new view: the search if its key was pressed, or else the view. */
export function findViewFocus(): HTMLElement | null {
  const search = isSearchNext ? findSearch() : null
  isSearchNext = false
  return search ?? document.getElementById("main")
}

function focusSearch(): void {
  findSearch()?.focus()
  if (findSearch()) return
  isSearchNext = true
  location.hash = formatPath(allUsers)
}

/** Moves the focus to the next or previous user of a list, or to the button after the last. */
function moveFocus(step: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>("a.studio-user, .studio-more button")]
  if (!items[0]?.matches("a")) return false
  const active = document.activeElement
  // A button in a row counts as its user.
  const item = active?.closest("tr")?.querySelector("a.studio-user") ?? active
  const index = items.indexOf(item as HTMLElement)
  const isVisible = (element: HTMLElement) => element.getBoundingClientRect().top > 0
  const next = index < 0 ? items.find(isVisible) : items[index + step]
  if (next) next.focus()
  else if (step < 0) focusSearch()
  return true
}

function goBack(): boolean {
  const link = document.querySelector<HTMLAnchorElement>(".studio-back a")
  link?.click()
  return link !== null
}
