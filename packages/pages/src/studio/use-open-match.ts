import { useState } from "preact/hooks"
import type { UserPage, UserSummary } from "../../../mortise/src/cli/studio/api-types.ts"
import { readApi, toErrorMessage } from "./api-client.ts"
import { type Conditions, formatPath, pickConditions } from "./route.ts"
import { notePosition } from "./use-list-position.ts"

type Note = { readonly typed: string; readonly text: string }

/**
 * Opens the user that a text names: after the answer to this very text, and only if the text is still there. `typedNow`
 * is undefined when the view is gone.
 */
export function useOpenMatch(conditions: Conditions, typedNow: () => string | undefined) {
  const [note, setNote] = useState<Note>()
  const openMatch = async () => {
    const typed = typedNow() ?? ""
    if (typed === "") return
    const list = { search: typed, ...pickConditions(conditions) }
    location.replace(formatPath({ view: "users", ...list }))
    setNote({ typed, text: "Searching …" })
    const outcome = await readApi<UserPage>("users", list).then(
      (page) => findMatch(page, typed) ?? describeNoMatch(page),
      toErrorMessage,
    )
    if (typedNow() !== typed) return
    if (typeof outcome === "string") setNote({ typed, text: outcome })
    else {
      notePosition({ ...list, at: outcome.id })
      location.hash = formatPath({ view: "user", id: outcome.id, list })
    }
  }
  return { note, openMatch }
}

/** The one user whose id or email is the text, else the only user that was found. */
function findMatch({ users, next }: UserPage, typed: string): UserSummary | undefined {
  const email = typed.toLowerCase()
  const exact = users.filter((user) => user.id === typed || user.email?.toLowerCase() === email)
  if (exact.length === 1) return exact[0]
  return exact.length === 0 && users.length === 1 && next === null ? users[0] : undefined
}

function describeNoMatch({ users, next, found: matchCount }: UserPage): string {
  if (users.length === 0) return "No user matches."
  // A user that has the only match would have been opened.
  const many = matchCount ?? (next === null ? users.length : `More than ${users.length}`)
  return `${many} users match: choose one, or type the whole email.`
}
