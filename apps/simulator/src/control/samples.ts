import { contact, valueHead } from '../callbacks/envelope.ts'
import { phoneOf, type SimulatedNumber } from '../state/numbers.ts'

type Value = Record<string, unknown>

const customer = '+16505551234'
const waId = customer.slice(1)
const template = {
  message_template_id: 594425479261596,
  message_template_name: 'order_confirmation',
  message_template_language: 'en_US',
}
const seconds = () => Math.floor(Date.now() / 1000)
const phone = (number: SimulatedNumber) => ({ display_phone_number: phoneOf(number).slice(1) })

/** Sample values for callbacks about templates, from the provider's documentation. */
const ofTemplates: Record<string, (number: SimulatedNumber) => Value> = {
  message_template_status_update: () => ({
    event: 'APPROVED',
    ...template,
    message_template_category: 'UTILITY',
    reason: 'NONE',
  }),
  message_template_quality_update: () => ({
    previous_quality_score: 'GREEN',
    new_quality_score: 'YELLOW',
    ...template,
  }),
  message_template_components_update: () => ({
    ...template,
    message_template_title: 'Order confirmed',
    message_template_element: 'Thank you, {{1}}. Your order {{2}} is on its way.',
    message_template_footer: 'Shop',
    message_template_buttons: [{ message_template_button_type: 'QUICK_REPLY', message_template_button_text: 'Track' }],
  }),
  template_category_update: () => ({ ...template, previous_category: 'UTILITY', new_category: 'MARKETING' }),
}

/** Sample values for callbacks about accounts and numbers. */
const ofAccounts: Record<string, (number: SimulatedNumber) => Value> = {
  phone_number_quality_update: (number) => ({
    ...phone(number),
    event: 'ONBOARDING',
    max_daily_conversations_per_business: number.messagingLimit ?? 'TIER_2K',
  }),
  phone_number_name_update: (number) => ({
    ...phone(number),
    decision: 'APPROVED',
    requested_verified_name: number.name,
    rejection_reason: null,
  }),
  account_update: () => ({ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }),
  account_review_update: () => ({ decision: 'APPROVED' }),
  account_alerts: (number) => ({
    entity_type: 'BUSINESS',
    entity_id: number.businessAccountId,
    alert_info: {
      alert_severity: 'CRITICAL',
      alert_status: 'ACTIVE',
      alert_type: 'INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED',
      alert_description: 'The business has not yet been verified, so its limit stays as it is.',
    },
  }),
  business_capability_update: () => ({
    max_daily_conversations_per_business: 'TIER_10K',
    max_phone_numbers_per_business: 20,
  }),
  security: (number) => ({ ...phone(number), event: 'PIN_CHANGED', requester: '594425479261596' }),
  business_username_update: (number) => ({ ...phone(number), username: 'shop', status: 'approved' }),
}

/** Sample values for callbacks about customers' actions other than messages, and about features outside the Cloud API. */
const ofOthers: Record<string, (number: SimulatedNumber) => Value> = {
  user_preferences: (number) => ({
    ...valueHead(number),
    contacts: [contact(number, { to: customer })],
    user_preferences: [
      {
        wa_id: waId,
        detail: 'User requested to stop marketing messages',
        category: 'marketing_messages',
        value: 'stop',
        timestamp: seconds(),
      },
    ],
  }),
  smb_message_echoes: (number) => ({
    ...valueHead(number),
    message_echoes: [
      {
        from: phoneOf(number).slice(1),
        to: waId,
        id: 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA',
        timestamp: String(seconds()),
        type: 'text',
        text: { body: 'Written in the app' },
      },
    ],
  }),
  smb_app_state_sync: (number) => ({
    ...valueHead(number),
    state_sync: [
      {
        type: 'contact',
        contact: { full_name: 'Pablo Morales', first_name: 'Pablo', phone_number: waId },
        action: 'add',
        metadata: { timestamp: String(seconds()) },
      },
    ],
  }),
  history: (number) => ({
    ...valueHead(number),
    history: [{ metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads: [{ id: waId, messages: [] }] }],
  }),
  calls: (number) => ({
    ...valueHead(number),
    calls: [
      {
        id: 'wacid.HBgLMTY1MDU1NTEyMzQVAgASGAhDQUxMLTAwMQA',
        to: phoneOf(number).slice(1),
        from: waId,
        event: 'terminate',
        timestamp: String(seconds()),
        direction: 'USER_INITIATED',
        status: 'COMPLETED',
        duration: 480,
      },
    ],
  }),
  flows: () => ({
    event: 'FLOW_STATUS_CHANGE',
    message: 'Flow Webhook 1 changed status from DRAFT to PUBLISHED',
    flow_id: '6627390910605886',
    old_status: 'DRAFT',
    new_status: 'PUBLISHED',
  }),
  partner_solutions: () => ({
    event: 'SOLUTION_CREATED',
    solution_id: '774485461512159',
    solution_status: 'INITIATED',
  }),
  payment_configuration_update: () => ({
    configuration_name: 'shop_payments',
    provider_name: 'razorpay',
    provider_mid: 'acc_GP4lfNA0iIMn5B',
    status: 'Active',
    created_timestamp: seconds(),
    updated_timestamp: seconds(),
  }),
  automatic_events: (number) => ({
    ...valueHead(number),
    automatic_events: [
      {
        id: 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA',
        event_name: 'LeadSubmitted',
        timestamp: seconds(),
      },
    ],
  }),
}

/** The default `value` of a field, from the provider's documentation. */
export const samples: Record<string, (number: SimulatedNumber) => Value> = {
  ...ofTemplates,
  ...ofAccounts,
  ...ofOthers,
}
