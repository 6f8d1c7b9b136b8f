import type { ComponentChildren, VNode } from "preact"
import "./tokens.css"
import "./base.css"
import "./shell.css"
import { ThemeSwitch } from "./theme-switch.tsx"

type ShellProps = {
  /** The name of the page, next to the name of the product. */
  readonly page: string
  /** Controls of the whole page, in the header. */
  readonly controls?: ComponentChildren
  readonly children: ComponentChildren
}

/** The frame of a page: a skip link, the header with its controls, and the main region. */
export function Shell({ page, controls, children }: ShellProps): VNode {
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <header class="shell-header">
        <h1 class="shell-name">
          <b>Mortise</b> {page}
        </h1>
        {controls}
        <div class="shell-theme">
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
