export { compareSoon } from './compare-posting-task.ts'
export { findKeptJob } from './queries-merge.ts'
