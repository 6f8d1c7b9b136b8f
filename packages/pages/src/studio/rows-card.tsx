import type { ComponentChildren, VNode } from "preact"
import type { VisibleRow } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { type Column, DataTable } from "../data-table.tsx"
import { Value } from "./value.tsx"

type RowsCardProps<Row extends VisibleRow> = {
  readonly title: string
  /** How many rows there are. */
  readonly aside: string
  readonly rows: readonly Row[]
  /** Columns before the fields' columns. */
  readonly lead?: readonly Column<Row>[]
  /** What one row is: "account". */
  readonly what: string
  /** The verb of the button of each row; absent if the studio is read-only. */
  readonly action?: string | undefined
  readonly onAction: (row: Row, button: HTMLElement) => void
  /** Rows whose action runs. */
  readonly busy?: readonly string[]
  /** Shown instead of rows. */
  readonly empty: ComponentChildren
  /** Shown below the table. */
  readonly children?: ComponentChildren
}

// The view already names the user.
const notShown = ["userId"]

/** A card with the fields of rows, and one button for each row. */
export function RowsCard<Row extends VisibleRow>(props: RowsCardProps<Row>): VNode {
  const { title, aside, children, rows, lead = [], what, action, onAction, busy = [], empty } = props
  const columns: Column<Row>[] = [
    ...lead,
    ...listFieldNames(rows).map((name) => ({
      key: name,
      label: name,
      cell: ({ fields }: Row) => <Value name={name} value={fields[name]} />,
    })),
  ]
  if (action !== undefined)
    columns.push({
      key: "action",
      label: "action",
      hideLabel: true,
      class: "studio-row-action",
      cell: (row) => (
        <Button
          size="small"
          busy={busy.includes(row.handle)}
          onClick={({ currentTarget }) => onAction(row, currentTarget)}
          aria-label={`${action} ${what} ${row.handle.slice(0, 6)}`}
        >
          {action}
        </Button>
      ),
    })
  return (
    <Card title={title} aside={<span class="soft">{aside}</span>}>
      {rows.length === 0 ? (
        <p class="soft">{empty}</p>
      ) : (
        <DataTable
          caption={title}
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={({ handle }) => handle}
          layout="stack"
        />
      )}
      {children}
    </Card>
  )
}

/** The fields that have a value in some row. */
function listFieldNames(rows: readonly VisibleRow[]): string[] {
  const used = rows.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name] !== null))
  return [...new Set(used)].filter((name) => !notShown.includes(name))
}
