/** How far a dataset has been read: where somebody who comes after a crash goes on. */
export type Cursor = {
  /** The offset of a page of Apify's API; 0 in a dataset without pages. */
  page: number
  /** How many rows of the page, or of the whole dataset, are done. */
  row: number
}

export const datasetStart: Cursor = { page: 0, row: 0 }
