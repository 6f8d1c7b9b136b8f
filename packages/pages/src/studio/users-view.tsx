import type { VNode } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { UserPage, UserSummary } from "../../../mortise/src/cli/studio/api-types.ts"
import { Badge } from "../badge.tsx"
import { Button } from "../button.tsx"
import { type Column, DataTable } from "../data-table.tsx"
import { EmptyState } from "../empty-state.tsx"
import { Field } from "../field.tsx"
import { readApi } from "./api-client.ts"
import { pathOf } from "./route.ts"
import { shortText } from "./text-of.tsx"
import { useOpenMatch } from "./use-open-match.ts"
import { usePages } from "./use-pages.ts"

const typingPauseMs = 200

const columns: readonly Column<UserSummary>[] = [
  {
    key: "email",
    label: "email",
    cell: ({ id, email }) => (
      <a href={pathOf({ view: "user", id })}>{email === null ? "(no email)" : shortText(email)}</a>
    ),
  },
  {
    key: "name",
    label: "name",
    cell: ({ name }) => <span class="studio-value">{shortText(name ?? "")}</span>,
  },
  { key: "id", label: "id", cell: ({ id }) => <code>{shortText(id)}</code> },
  {
    key: "state",
    label: "state",
    hideLabel: true,
    cell: ({ isSuspended }) => isSuspended && <Badge tone="bad">suspended</Badge>,
  },
]

/** Finds users. The key / moves the focus to the search. */
export function UsersView({ search }: { readonly search: string }): VNode {
  const form = useRef<HTMLFormElement>(null)
  useSearchKey(form)
  const [text, setText] = useSearchText(search)
  const { note, openMatch } = useOpenMatch(() => inputOf(form)?.value.trim())
  const { rows, isStale, isLoading, error, loadMore } = usePages(async (after) => {
    const query = { search, ...(after !== null && { after }) }
    const { users, next } = await readApi<UserPage>("users", query)
    return { rows: users, next }
  }, search)
  const submit = (event: Event) => {
    event.preventDefault()
    openMatch()
  }
  return (
    <>
      <h2 class="visually-hidden">Users</h2>
      <search>
        <form ref={form} onSubmit={submit}>
          <Field
            label="Find a user"
            type="search"
            name="search"
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            hint={note?.typed === text.trim() ? note.text : searchHint}
          />
        </form>
      </search>
      {error !== undefined && <EmptyState title="Users cannot be listed">{error}</EmptyState>}
      {error === undefined && (
        // Users of an earlier search cannot be opened by mistake.
        <div inert={isStale || text.trim() !== search}>
          <DataTable
            caption={search === "" ? "All users" : "Users found"}
            aside={isLoading ? "loading" : `${rows.length}${loadMore ? " so far" : ""}`}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={isLoading ? "" : "No user has this id, and no email starts with this text."}
          />
        </div>
      )}
      {loadMore && (
        <p>
          <Button busy={isLoading} onClick={loadMore}>
            Load more users
          </Button>
        </p>
      )}
    </>
  )
}

const searchHint =
  "The start of an email, or a whole id. Press / to type here, and Enter to open the user with this email or id, or the only user found."

/** The typed text. After a pause it replaces the address, so that Back leaves the search at once. */
function useSearchText(search: string) {
  const [text, setText] = useState(search)
  useEffect(() => setText(search), [search])
  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(
      () => location.replace(pathOf({ view: "users", search: text.trim() })),
      typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [text, search])
  return [text, setText] as const
}

type FormRef = { readonly current: HTMLFormElement | null }

const inputOf = (form: FormRef): HTMLInputElement | null | undefined => form.current?.querySelector("input")

function useSearchKey(form: FormRef): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      inputOf(form)?.focus()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [form])
}
