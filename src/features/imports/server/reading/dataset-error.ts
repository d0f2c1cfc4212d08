/** The dataset cannot be opened, or not be read any further. Its message is for the person who started the import. */
export class DatasetError extends Error {
  override name = 'DatasetError'
}
