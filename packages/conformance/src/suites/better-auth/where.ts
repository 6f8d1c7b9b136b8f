import type { Where } from "better-auth"

/** A condition on one field. */
export const where = (
  field: string,
  value: Where["value"],
  options?: Omit<Where, "field" | "value">,
): Where => ({
  field,
  value,
  ...options,
})

/** The condition that finds one row by its id. */
export const byId = ({ id }: { readonly id: string }): Where[] => [where("id", id)]
