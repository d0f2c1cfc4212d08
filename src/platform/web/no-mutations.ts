/** Stands in for the query library's class of this name (vite.config.ts): see use-call.ts. */
export class MutationCache {
  getAll = (): [] => []
  findAll = this.getAll
  clear(): void {}
  async resumePausedMutations(): Promise<void> {}
}
