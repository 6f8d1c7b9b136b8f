import type { VNode } from "preact"
import { useId, useState } from "preact/hooks"
import type { VisibleFields } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Button } from "../button.tsx"
import { classes } from "../classes.ts"
import { CopyButton } from "../copy-button.tsx"
import { Time } from "./time.tsx"

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const shownLength = 80
const wrapLength = 24

// What a person looks up elsewhere.
const copied = ["id", "email", "providerAccountId", "accountId", "credentialID"]

type ValueProps = { readonly name: string; readonly value: VisibleFields[string] | undefined }

/** The value of a field. A long text is shown in full on demand. */
export function Value({ name, value }: ValueProps): VNode {
  if (value === null || value === undefined) return <span class="soft">–</span>
  if (typeof value === "boolean") return <span>{value ? "yes" : "no"}</span>
  if (typeof value === "string" && isoDate.test(value))
    return <Time iso={value} {...(name.startsWith("expires") && { show: "distance" })} />
  const text = String(value)
  if (text.length > shownLength) return <LongText name={name} text={text} />
  return (
    <span class={classes("studio-value", text.length > wrapLength && "studio-wraps")}>
      {name !== "email" && copied.includes(name) ? (
        <code>{visibleText(text)}</code>
      ) : (
        <span>{visibleText(text)}</span>
      )}
      {copied.includes(name) && <CopyButton compact text={text} what={name} />}
    </span>
  )
}

function LongText({ name, text }: { readonly name: string; readonly text: string }): VNode {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div class="studio-long studio-wraps">
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
        <section id={id} class="studio-full" tabIndex={0} aria-label={name}>
          {visibleText(text)}
        </section>
      ) : (
        <div id={id}>{shortText(text, shownLength)}</div>
      )}
      <div class="studio-long-buttons">
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show all"}
          <span class="visually-hidden"> of {name}</span>
        </Button>
        <CopyButton compact text={text} what={name} />
      </div>
    </div>
  )
}

/** The start of a text from the database, which may be very long. Invisible characters are escaped. */
export function shortText(text: string, maxLength = 200): string {
  const start = visibleText(text.slice(0, maxLength))
  return text.length <= maxLength ? start : `${start}… (${text.length.toLocaleString("en")} characters)`
}
