import type { VNode } from "preact"
import { type Column, DataTable } from "../../../packages/pages/src/data-table.tsx"
import { masked, type Table, type TableRow } from "../../protocol.ts"
import { cellText } from "../format.ts"

/** The rows of one model. */
export function ModelTable({ table }: { readonly table: Table }): VNode {
  const { name, rows, count, added } = table
  const isCut = count > rows.length
  return (
    <DataTable
      caption={name}
      aside={
        <>
          {isCut ? `${rows.length} of ${count}` : count}
          {added !== 0 && <span class="added">{added > 0 ? `+${added}` : `−${-added}`} just now</span>}
        </>
      }
      columns={buildColumns(table)}
      rows={rows}
      rowKey={({ id }) => id}
      isFresh={({ isFresh }) => isFresh}
    />
  )
}

/** The columns that contain a value in some row: OAuth accounts have many that stay null. */
function buildColumns({ columns, rows }: Table): Column<TableRow>[] {
  return columns.flatMap((label, index) => {
    if (rows.every(({ cells }) => cells[index] === null)) return []
    return [{ key: label, label, cell: ({ cells }: TableRow) => <CellValue cell={cells[index] ?? null} /> }]
  })
}

function CellValue({ cell }: { readonly cell: TableRow["cells"][number] }): VNode {
  if (cell === masked)
    return (
      <span class="masked" title="A secret: the page does not show it">
        {masked}
      </span>
    )
  return <span class={cell === null ? "soft" : undefined}>{cellText(cell)}</span>
}
