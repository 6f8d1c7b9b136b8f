import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Overview, Part, UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Field } from "../field.tsx"
import { act, toErrorMessage } from "./api-client.ts"
import { ConfirmDialog } from "./confirm-dialog.tsx"
import { formatUserName, Person } from "./person.tsx"
import { formatCount } from "./plural.ts"
import { formatPath, type UserList } from "./route.ts"
import type { Studio } from "./studio.ts"

type DeleteDialogProps = {
  readonly open: boolean
  readonly id: string
  readonly details: UserDetails
  readonly studio: Studio
  /** Where the person came from, and goes afterwards. */
  readonly list: UserList
  readonly onClose: () => void
}

/** Lists what a deletion removes, and asks for the email of the user. */
export function DeleteDialog({ open, id, details, studio, list, onClose }: DeleteDialogProps): VNode {
  const [typed, setTyped] = useState("")
  const [isBusy, setBusy] = useState(false)
  const confirmed = String(details.user["email"] ?? id)
  // Nobody can type some of the characters that are shown as escapes.
  const expected = visibleText(confirmed)
  const close = () => {
    setTyped("")
    onClose()
  }
  const isReady = typed === expected
  const remove = async () => {
    setBusy(true)
    try {
      const { notEnded = [], note = "" } = await act("delete-user", { userId: id, confirm: confirmed })
      studio.notify(`The user is deleted. ${note}`)
      for (const problem of notEnded) studio.notify(problem, "bad")
      location.replace(formatPath({ view: "users", ...list }))
    } catch (error) {
      studio.notify(toErrorMessage(error), "bad")
    }
    setBusy(false)
    close()
  }
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${formatUserName(details)}?`}
      confirm="Delete"
      busy={isBusy}
      waiting={isBusy ? "Deleting" : undefined}
      isReady={isReady}
      onConfirm={remove}
      onClose={close}
    >
      <Person details={details} />
      <p>This deletes the user and everything below. It cannot be undone.</p>
      <ul class="studio-list">
        {listLosses(details, studio.overview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Field
        label={`Type ${expected} to confirm`}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === "Enter" && isReady && !isBusy && remove()}
      />
    </ConfirmDialog>
  )
}

function listLosses(
  { accounts, sessions, passkeys, tokens, organizations }: UserDetails,
  { isBetterAuth }: Overview,
): string[] {
  const line = <T,>(noun: string, part: Part<T>, count: (value: T) => number) =>
    "value" in part ? formatCount(count(part.value), noun) : `${noun}s: an unknown number`
  return [
    line("account", accounts, ({ length }) => length),
    line("live session", sessions, Number),
    line("passkey", passkeys, ({ length }) => length),
    ...(tokens ? [line("verification token", tokens, Number)] : []),
    ...(organizations ? [line("membership", organizations, ({ length }) => length)] : []),
    ...(isBetterAuth ? ["other rows of plugins that refer to the user"] : []),
  ]
}
