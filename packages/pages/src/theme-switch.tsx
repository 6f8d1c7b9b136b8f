import type { VNode } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { Button } from "./button.tsx"
import "./icon.css"
import { readRemembered, remember } from "./remembered.ts"

const themes = ["system", "light", "dark"] as const
type Theme = (typeof themes)[number]
/** What is drawn as a line, and what is filled. */
const icons: Readonly<Record<Theme, { readonly line: string; readonly fill?: string }>> = {
  system: { line: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2", fill: "M8 2a6 6 0 0 0 0 12z" },
  light: {
    line: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1M8 14v1M1 8h1M14 8h1M3 3l.7.7M12.3 12.3l.7.7M3 13l.7-.7M12.3 3.7l.7-.7",
  },
  dark: { line: "M13.5 9.5a6 6 0 0 1-7-7 6 6 0 1 0 7 7z" },
}
const storageKey = "mortise-theme"

/** Changes between the theme of the system, light and dark. The browser remembers the choice. */
export function ThemeSwitch(): VNode {
  const [theme, setTheme] = useState(rememberedTheme)
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"]
    else document.documentElement.dataset["theme"] = theme
  }, [theme])
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] as Theme
  const change = () => {
    setTheme(next)
    remember(storageKey, next)
  }
  return (
    <Button variant="quiet" onClick={change} aria-label={`Theme: ${theme}. Change to ${next}.`}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={icons[theme].line} />
        <path d={icons[theme].fill} class="icon-fill" />
      </svg>
    </Button>
  )
}

/** A browser that forbids storage starts with the theme of the system. */
const rememberedTheme = (): Theme => {
  const stored = readRemembered(storageKey)
  return themes.find((theme) => theme === stored) ?? "system"
}
