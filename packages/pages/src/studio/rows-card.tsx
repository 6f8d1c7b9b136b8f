import type { ComponentChildren, VNode } from "preact"
import type { VisibleRow } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { type Column, DataTable } from "../data-table.tsx"
import { textOf } from "./text-of.tsx"

type RowsCardProps = {
  readonly title: string
  /** How many rows there are. Default: the number of `rows`. */
  readonly aside?: string
  readonly rows: readonly VisibleRow[]
  /** What one row is: "account". */
  readonly what: string
  /** The verb of the button of each row; absent if the studio is read-only. */
  readonly action?: string | undefined
  readonly onAction: (row: VisibleRow) => void
  /** Rows whose action runs. */
  readonly busy?: readonly string[]
  /** Shown below the table. */
  readonly children?: ComponentChildren
}

// The view already names the user.
const notShown = ["userId"]

/** A card with the fields of rows as text, and one button for each row. */
export function RowsCard(props: RowsCardProps): VNode {
  const { title, aside, children, rows, what, action, onAction, busy = [] } = props
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].filter(
    (name) => !notShown.includes(name),
  )
  // The button is in the first column, where it stays visible however wide the row is.
  const columns: Column<VisibleRow>[] = [
    ...(action === undefined
      ? []
      : [
          {
            key: "action",
            label: "action",
            hideLabel: true,
            cell: (row: VisibleRow) => (
              <Button
                size="small"
                busy={busy.includes(row.handle)}
                onClick={() => onAction(row)}
                aria-label={`${action} ${what} ${row.handle.slice(0, 6)}`}
              >
                {action}
              </Button>
            ),
          },
        ]),
    ...names.map((name) => ({
      key: name,
      label: name,
      cell: ({ fields }: VisibleRow) => <span class="studio-value">{textOf(fields[name])}</span>,
    })),
  ]
  return (
    <Card title={title} aside={<span class="soft">{aside ?? rows.length}</span>}>
      <DataTable
        caption={title}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={({ handle }) => handle}
        empty="None."
      />
      {children}
    </Card>
  )
}
