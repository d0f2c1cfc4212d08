import { policyTexts } from '#features/postings/policy-texts.ts'
import { policiesSchema } from '#features/postings/schemas-settings.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import type { SiteSettings } from '#features/admin/contract-settings.ts'
import { savePublishing } from '../settings-queries.ts'
import { useSettingForm } from '../use-setting-form.ts'
import { SettingSection } from './setting-section.tsx'

type Setting = SiteSettings['publishing']

const names = { immediate: 'Live at once', review: 'Live after review' }

/** Each choice says what visitors will read, so that nobody has to guess. */
export function PublishingForm({ setting }: { setting: Setting }) {
  const form = useSettingForm({ schema: policiesSchema, setting, save: savePublishing })
  return (
    <SettingSection
      title="Publishing"
      intro="Whether a new posting is live at once and read afterwards, or live once a moderator has approved it. What is waiting goes on waiting."
      changes={setting.changes}
      words={(value) =>
        `signed in: ${names[value.account].toLowerCase()}, without an account: ${names[value.public].toLowerCase()}`
      }
    >
      <ApiForm form={form} label="Publishing" className="flex flex-col gap-6">
        <RadioCards
          legend="Employers and recruiters who are signed in"
          columns={2}
          options={(['immediate', 'review'] as const).map((policy) => ({
            value: policy,
            title: names[policy],
            description: <Texts of={[policyTexts[policy].notice, policyTexts[policy].success]} />,
          }))}
          {...form.group('account')}
        />
        <RadioCards
          legend="The form that needs no account"
          columns={2}
          options={(['immediate', 'review'] as const).map((policy) => ({
            value: policy,
            title: names[policy],
            description: <Texts of={[policyTexts[policy].publicNotice, policyTexts[policy].promise]} />,
          }))}
          {...form.group('public')}
        />
        <p>
          <span className="font-semibold">Imports</span> are always reviewed, whatever is chosen here.
        </p>
        <SubmitButton form={form} pendingLabel="Saving..." className="self-start">
          Save publishing
        </SubmitButton>
      </ApiForm>
    </SettingSection>
  )
}

function Texts({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <span key={text} className="block">
      “{text}”
    </span>
  ))
}
