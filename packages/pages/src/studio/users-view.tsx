import type { VNode } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { Button } from "../button.tsx"
import { EmptyState } from "../empty-state.tsx"
import { Skeleton } from "../skeleton.tsx"
import { describeEmptyList, describeList, describeScope } from "./describe-list.ts"
import { ListControls } from "./list-controls.tsx"
import { ProblemBanner } from "./problem-banner.tsx"
import { allUsers, type Conditions, formatPath, pickConditions, type UserList } from "./route.ts"
import { SearchBox } from "./search-box.tsx"
import type { Studio } from "./studio.ts"
import { useFocusOnMore, useListPosition } from "./use-list-position.ts"
import { useOpenMatch } from "./use-open-match.ts"
import { useTitle } from "./use-title.ts"
import { useUsers } from "./use-users.ts"
import { UsersTable } from "./users-table.tsx"
import "./users-view.css"
import { shortText } from "./value.tsx"

type UsersViewProps = { readonly list: UserList; readonly studio: Studio }

/** Finds, filters and sorts users. */
export function UsersView({ list, studio }: UsersViewProps): VNode {
  const { search } = list
  const conditions = pickConditions(list)
  useTitle(search === "" ? "Users" : `${shortText(search, 40)} · Users`)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText(search, conditions)
  const { note, openMatch } = useOpenMatch(conditions, () => input.current?.value.trim())
  const users = useUsers(list)
  const { rows, isLoading, info, shown, total, problem } = users
  const shownList = { search, ...conditions, shown }
  useListPosition({ ...shownList, at: list.at }, !isLoading)

  const { namesUpTo } = studio.overview
  const { sort, ...filters } = conditions
  const isFiltered = sort === "session" || Object.keys(filters).length > 0
  const isLarge =
    info?.searched === "emails" || ((total?.rows ?? 0) > namesUpTo && conditions["provider"] === undefined)
  const clear = () => {
    setText("")
    location.replace(formatPath(allUsers))
    input.current?.focus()
  }
  return (
    <>
      <div class="studio-head">
        <h2>Users</h2>
        <p class="soft" role="status">
          {describeList({ ...users, rows: rows.length, isPartial: search !== "" || isFiltered })}
        </p>
        <p class="studio-promise">Local only. No token or secret reaches this page.</p>
      </div>
      <SearchBox
        inputRef={input}
        text={text}
        hint={note?.typed === text.trim() ? note.text : describeScope(isLarge, namesUpTo)}
        onText={setText}
        onSubmit={openMatch}
      />
      <ListControls list={list} studio={studio} />
      {problem && (
        <ProblemBanner title={problem.title} isRetrying={isLoading} onRetry={users.retry}>
          {problem.cause}
        </ProblemBanner>
      )}
      {rows.length === 0 && isLoading && <Skeleton label="Loading users" lines={6} />}
      {rows.length > 0 && (
        // Users of an earlier search cannot be opened by mistake.
        <div class="studio-card" inert={users.isStale || text.trim() !== search}>
          <UsersTable rows={rows} list={shownList} studio={studio} />
        </div>
      )}
      {rows.length === 0 && users.isComplete && (
        <NoUsers
          search={search}
          isFiltered={isFiltered}
          text={describeEmptyList(isFiltered, isLarge)}
          onClear={clear}
        />
      )}
      <MoreUsers rows={rows.length} isLoading={isLoading} onMore={users.loadMore} />
    </>
  )
}

type NoUsersProps = {
  readonly search: string
  readonly isFiltered: boolean
  readonly text: string
  readonly onClear: () => void
}

function NoUsers({ search, isFiltered, text, onClear }: NoUsersProps): VNode {
  if (search === "" && !isFiltered)
    return (
      <EmptyState title="No users yet">A user appears when somebody signs in for the first time.</EmptyState>
    )
  return (
    <EmptyState
      title={search === "" ? "No user passes the filters" : `No user matches “${shortText(search, 60)}”`}
      action={<Button onClick={onClear}>{search === "" ? "Clear the filters" : "Clear the search"}</Button>}
    >
      {text}
    </EmptyState>
  )
}

type MoreUsersProps = {
  readonly rows: number
  readonly isLoading: boolean
  readonly onMore: (() => void) | undefined
}

function MoreUsers({ rows, isLoading, onMore }: MoreUsersProps): VNode | null {
  const { expectMore } = useFocusOnMore(rows)
  if (!onMore) return null
  const load = () => {
    expectMore()
    onMore()
  }
  return (
    <p class="studio-more">
      <Button busy={isLoading} onClick={load}>
        {rows === 0 ? "Look further" : "Load more users"}
      </Button>
    </p>
  )
}

const typingPauseMs = 200

/** The typed text. After a pause it replaces the address, so that one press of Back leaves the search. */
function useSearchText(search: string, conditions: Conditions) {
  const [text, setText] = useState(search)
  const sent = useRef(search)
  useEffect(() => {
    // The person may have kept typing since the text was sent.
    if (search !== sent.current) setText(search)
    sent.current = search
  }, [search])
  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(() => {
      sent.current = text.trim()
      location.replace(formatPath({ view: "users", ...conditions, search: sent.current }))
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, search, formatPath({ view: "users", search, ...conditions })])
  return [text, setText] as const
}
