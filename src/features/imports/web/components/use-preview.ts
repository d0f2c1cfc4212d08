import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Mapping } from '#features/imports/mapping.ts'
import { previewQuery } from '../queries.ts'

const pauseMs = 600

/** What the dataset's first rows become, asked for once somebody pauses. */
export function usePreview(url: string, mapping: Mapping, source: string | undefined) {
  const question = useSettled(JSON.stringify({ url: url.trim(), mapping: finished(mapping), source }))
  const asked = JSON.parse(question) as { url: string; mapping: Mapping; source?: string }
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...previewQuery(asked),
    enabled: /^https?:$/.test(URL.parse(asked.url)?.protocol ?? ''),
  })
  return { data: error ? undefined : data, error, isFetching, isOfBefore: isPlaceholderData }
}

/** A rule that is being entered is none yet. */
function finished(mapping: Mapping): Mapping {
  const rules = Object.entries(mapping).filter(([, rule]) => ('path' in rule ? rule.path : rule.value).trim() !== '')
  return Object.fromEntries(rules)
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timeout = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timeout)
  }, [value])
  return settled
}
