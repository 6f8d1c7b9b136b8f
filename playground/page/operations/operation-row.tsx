import type { VNode } from "preact"
import { classes } from "../../../packages/pages/src/classes.ts"
import type { OperationRecord } from "../../protocol.ts"
import { cellText, duration, plural } from "../format.ts"
import { shortStatement } from "./short-statement.ts"

type OperationRowProps = {
  readonly operation: OperationRecord
  /** The call took a transition of the diagram. */
  readonly isTaker: boolean
}

/** One call of the adapter. It opens to the whole statements and the arguments. */
export function OperationRow({ operation, isTaker }: OperationRowProps): VNode {
  const { verb, tables, statements, input, result } = operation
  return (
    <li>
      <details
        class={classes("operation", isTaker && "operation-taker", result?.errorCode && "operation-failed")}
      >
        <summary class="operation-line">
          <strong class="operation-name">{operation.operation}</strong>
          <code class="operation-verb">{verb}</code>
          <span class="operation-outcome">
            {tables}, {outcome(operation)}
          </span>
          <span class="operation-time">{result ? duration(result.milliseconds) : "…"}</span>
          {statements.map((statement, index) => (
            <code key={index} class="operation-statement">
              {shortStatement(statement)}
            </code>
          ))}
        </summary>
        <div class="operation-details">
          <dl>
            {Object.entries(input).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{cellText(value)}</dd>
              </div>
            ))}
          </dl>
          {statements.length === 0 && <p class="soft">This call sent no statement.</p>}
          {statements.map((statement, index) => (
            <code key={index}>{statement}</code>
          ))}
        </div>
      </details>
    </li>
  )
}

function outcome({ result }: OperationRecord): string {
  if (!result) return "running"
  if (result.errorCode) return `failed: ${result.errorCode}`
  return result.rows > 1 ? `${result.outcome}, ${plural(result.rows, "row")}` : result.outcome
}
