import { type Guarantee, guarantees } from "mortise"

/** Why a case is skipped that needs a guarantee which the tables lack. */
export const lackingGuarantee = (name: Guarantee): string =>
  `the tables lack ${name}, so it is not guaranteed that ${guarantees[name]}`
