import type { VNode } from "preact"
import type { UserSummary } from "../../../mortise/src/cli/studio/api-types.ts"
import { Badge } from "../badge.tsx"
import { CopyButton } from "../copy-button.tsx"
import { type Column, DataTable } from "../data-table.tsx"
import { Icon } from "../icon.tsx"
import { Avatar } from "./avatar.tsx"
import { formatPath, pickConditions, type UserList } from "./route.ts"
import { describeSuspension, type Studio } from "./studio.ts"
import { Time } from "./time.tsx"
import { notePosition } from "./use-list-position.ts"
import { shortText } from "./value.tsx"

type UsersTableProps = {
  readonly rows: readonly UserSummary[]
  readonly list: UserList
  readonly studio: Studio
}

/** The rows of the list. A click anywhere in a row opens the user, because the link covers it. */
export function UsersTable({ rows, list, studio }: UsersTableProps): VNode {
  const columns: readonly Column<UserSummary>[] = [
    { key: "user", label: "User", cell: (user) => <UserLink user={user} list={list} studio={studio} /> },
    { key: "verified", label: "Verified", class: "studio-verified", cell: Verified },
    // Ids that are not UUIDs of version 7, without a field createdAt, say nothing about it.
    ...(rows.some((user) => user.created !== null) ? [{ ...created, sorted: sorted[list.sort ?? ""] }] : []),
    ...(list.sort === "session" ? [lastSession] : []),
    { key: "id", label: "Id", class: "studio-id", cell: Id },
  ]
  return (
    <DataTable
      caption={
        list.search === "" && Object.keys(pickConditions(list)).length === 0 ? "All users" : "Users found"
      }
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      layout="fit"
    />
  )
}

const sorted: Readonly<Record<string, Column<UserSummary>["sorted"]>> = {
  newest: "descending",
  oldest: "ascending",
}

const lastSession: Column<UserSummary> = {
  key: "session",
  label: "Session until",
  class: "studio-session",
  sorted: "descending",
  cell: ({ sessionExpires }) =>
    sessionExpires ? <Time iso={sessionExpires} show="day" /> : <span class="soft">–</span>,
}

const created: Column<UserSummary> = {
  key: "created",
  label: "Created",
  class: "studio-created",
  cell: (user) =>
    user.created === null ? <span class="soft">–</span> : <Time iso={user.created} show="day" />,
}

type UserLinkProps = Omit<UsersTableProps, "rows"> & { readonly user: UserSummary }

function UserLink({ user, list, studio }: UserLinkProps): VNode {
  const { id, email, name, isSuspended } = user
  const address = email === null ? "(no email)" : shortText(email)
  // Back returns to this row.
  const remember = () => notePosition({ ...list, at: id })
  return (
    <a class="studio-user" href={formatPath({ view: "user", id, list })} onClick={remember}>
      <Avatar name={name || email || id} />
      <span class="studio-user-text">
        <span class="studio-user-name">
          <span>{name ? shortText(name) : address}</span>
          {isSuspended && <Badge tone="bad">{describeSuspension(studio)}</Badge>}
        </span>
        {name && <span class="studio-user-email">{address}</span>}
      </span>
    </a>
  )
}

function Verified({ emailVerified }: UserSummary): VNode {
  if (emailVerified === null) return <span class="soft">no</span>
  return (
    <span class="studio-yes">
      <Icon name="check" />
      {emailVerified === true ? "yes" : <Time iso={emailVerified} show="day" />}
    </span>
  )
}

function Id({ id }: UserSummary): VNode {
  return (
    <span class="studio-value">
      <code>{shortText(id)}</code>
      <CopyButton compact text={id} what="the id" />
    </span>
  )
}
