import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../../packages/pages/src/button.tsx"
import { type Column, DataTable } from "../../../packages/pages/src/data-table.tsx"
import { masked, type SweepResult, type Table, type TableRow } from "../../protocol.ts"
import { cellText, plural } from "../format.ts"
import { usePlayground } from "../playground-context.ts"
import { Section } from "../section.tsx"

/** The five models as tables, or those of Better Auth. */
export function StoreTables(): VNode {
  const { state, command, show } = usePlayground()
  const [isSweeping, setSweeping] = useState(false)
  const isBetterAuth = state.auth === "better-auth" && state.store.isSql
  const sweep = async () => {
    setSweeping(true)
    const response = await command("sweep", {})
    setSweeping(false)
    if (response.ok)
      show(`The sweep deleted ${plural((response.result as SweepResult).deleted, "expired row")}.`)
  }
  return (
    <Section
      id="store"
      title="In the store"
      aside={
        !isBetterAuth && (
          <Button size="small" busy={isSweeping} onClick={sweep}>
            Sweep
          </Button>
        )
      }
    >
      <p class="soft">
        <code>{isBetterAuth ? "mortise/better-auth" : state.store.adapter}</code>
        {isBetterAuth && ": Better Auth's own tables, without the columns of tokens"}
      </p>
      <div class="tables">
        {state.tables.map((table) => (
          <ModelTable key={table.model} table={table} />
        ))}
      </div>
    </Section>
  )
}

function ModelTable({ table }: { readonly table: Table }): VNode {
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
      columns={columnsOf(table)}
      rows={rows}
      rowKey={({ id }) => id}
      isFresh={({ isFresh }) => isFresh}
    />
  )
}

/** The columns that contain a value in some row: OAuth accounts have many that stay null. */
function columnsOf({ columns, rows }: Table): Column<TableRow>[] {
  return columns.flatMap((label, nth) => {
    if (rows.every(({ cells }) => cells[nth] === null)) return []
    return [{ key: label, label, cell: ({ cells }: TableRow) => <CellValue cell={cells[nth] ?? null} /> }]
  })
}

function CellValue({ cell }: { readonly cell: TableRow["cells"][number] }): VNode {
  if (cell === masked)
    return (
      <span class="masked" title="A secret: it never leaves the server">
        {masked}
      </span>
    )
  return <span class={cell === null ? "soft" : undefined}>{cellText(cell)}</span>
}
