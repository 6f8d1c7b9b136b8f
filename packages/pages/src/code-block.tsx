import type { VNode } from "preact"
import { visibleLines } from "../../mortise/src/shared/visible-text.ts"
import "./code-block.css"
import { CopyButton } from "./copy-button.tsx"

type CodeBlockProps = {
  readonly code: string
  /** What the code is: "the statement that adds the index". */
  readonly label: string
}

/** Code in a region that scrolls alone, with a button that copies it. */
export function CodeBlock({ code, label }: CodeBlockProps): VNode {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus */}
      <section class="code-scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>{visibleLines(code)}</code>
        </pre>
      </section>
      <CopyButton text={code} what={label} />
    </div>
  )
}
