import type { VNode } from "preact"
import type { UserDetails } from "../../../mortise/src/cli/studio/api-types.ts"
import { Progress } from "../progress.tsx"
import { ConfirmDialog } from "./confirm-dialog.tsx"
import { Person } from "./person.tsx"
import type { PendingAction } from "./use-action.ts"

type PendingDialogProps = { readonly pending: PendingAction; readonly details: UserDetails }

/** Asks to confirm an action on a user, and shows its progress. */
export function PendingDialog({ pending, details }: PendingDialogProps): VNode {
  const { asked, progress, isStopping, cancel, confirm } = pending
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={asked?.question ?? ""}
      confirm={asked?.verb ?? ""}
      busy={progress !== undefined}
      waiting={isStopping ? "Stopping after this batch" : undefined}
      onConfirm={confirm}
      onClose={cancel}
    >
      <Person details={details} />
      <p>{asked?.effect}</p>
      {progress && progress.left > 0 && (
        <Progress label="Rows" done={progress.changed} total={progress.changed + progress.left} />
      )}
    </ConfirmDialog>
  )
}
