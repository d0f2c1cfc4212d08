import { createContext, use, type ComponentType } from 'react'
import type { FormValues } from '../job-of-form.ts'

/** What features below this one show in its forms; `src/app/web` hands it in. */
export type PostingParts = {
  /** A form as the page of its job. */
  JobPreview: ComponentType<{ form: FormValues; isShort?: boolean }>
}

export const PostingPartsContext = createContext<PostingParts>({ JobPreview: () => null })

export const usePostingParts = () => use(PostingPartsContext)
