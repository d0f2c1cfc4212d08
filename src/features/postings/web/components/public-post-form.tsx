import type { DefaultValues } from 'react-hook-form'
import type { ResponseOf } from '#shared/contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { callApi } from '#web/lib/api.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { TrapField } from '#web/lib/form/trap-field.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import { Link } from '#web/lib/navigation.tsx'
import type { PostPublicJob } from '#features/postings/contract.ts'
import { publicFormDefaults } from '#features/postings/model.ts'
import { publicPostSchema } from '#features/postings/schemas.ts'
import type { PublicPost, PublicPostInput } from '#features/postings/schemas.ts'
import { useLocalDraft } from '../local-draft.ts'
import type { LocalDraft } from '../local-draft.ts'
import { previewOfPublicPost } from '../previews.ts'
import { CompletenessMeter } from './completeness-meter.tsx'
import { FormColumns } from './form-columns.tsx'
import { FormHelp } from './form-help.tsx'
import { FormProgress } from './form-progress.tsx'
import { NeedsScripts } from './needs-scripts.tsx'
import { FormPreview } from './form-preview.tsx'
import { publicFormParts } from './public-form-parts.ts'
import { BasicSection, DescriptionSection, LocationSection } from './public-job-sections.tsx'
import {
  BenefitsSection,
  ContactSection,
  FacilitySection,
  PracticeSection,
  RequirementsSection,
} from './public-practice-sections.tsx'
import { RestoredDraft } from './restored-draft.tsx'

/** Without the empty texts, which would overwrite what somebody typed before the scripts came. */
const initial = Object.fromEntries(
  Object.entries(publicFormDefaults).filter(([, value]) => value !== ''),
) as DefaultValues<PublicPostInput>

type Answer = ResponseOf<PostPublicJob>
type Props = { onPosted: (answer: Answer) => void }

export function PublicPostForm({ onPosted }: Props) {
  const form = useApiForm<PublicPostInput, PublicPost, Answer>({
    schema: publicPostSchema,
    defaults: initial,
    submit: (body) =>
      draft.send((idempotencyKey) =>
        callApi<PostPublicJob>({ method: 'POST', url: '/employers/post', body: { ...body, idempotencyKey } }),
      ),
    done(answer) {
      draft.forget()
      onPosted(answer)
    },
    leavesPage: true,
    failure: {
      title: 'Error',
      fallback: 'Failed to post job. Please try again.',
      offline: 'Failed to post job. Please check your connection and try again.',
    },
  })
  const draft: LocalDraft = useLocalDraft(form, 'public', publicFormDefaults)

  return (
    <ApiForm form={form} label="Post a Job">
      <NeedsScripts />
      <RestoredDraft isRestored={draft.isRestored} onDiscard={draft.discard} />
      <FormColumns
        aside={
          <>
            <div className="max-lg:hidden">
              <FormProgress form={form} parts={Object.values(publicFormParts)} />
            </div>
            <CompletenessMeter form={form} defaults={publicFormDefaults} />
          </>
        }
        actions={
          <>
            <div className="flex flex-wrap gap-3">
              <SubmitButton form={form} size="lg" pendingLabel="Submitting...">
                Post Job
              </SubmitButton>
              <FormPreview read={() => previewOfPublicPost({ ...publicFormDefaults, ...form.hook.getValues() })} />
              <Link to="/employers" className={buttonClass('quiet', 'lg')}>
                Cancel
              </Link>
            </div>
            <FormHelp />
          </>
        }
      >
        <BasicSection form={form} />
        <LocationSection form={form} />
        <DescriptionSection form={form} />
        <PracticeSection form={form} />
        <BenefitsSection form={form} />
        <RequirementsSection form={form} />
        <FacilitySection form={form} />
        <ContactSection form={form} />
        <TrapField form={form} name="website" />
      </FormColumns>
    </ApiForm>
  )
}
