// Remaining balance, as SQL over a row of account.

export const thisMonth = `date_trunc('month', now() at time zone 'UTC')::date`;
/** The remaining subscription units of a row of account; a plan without an allowance is unlimited. */
export const allowanceLeft = `case when plan is null or period_ends_at <= now() then 0
  when allowance is null then 9007199254740991 else allowance - allowance_used end`;
/** The prepaid requests that it may still spend in this UTC month. */
export const prepaidLeft = `case when spend_limit is null then prepaid
  else least(prepaid, greatest(spend_limit - case when spend_month < ${thisMonth} then 0 else spend_used end, 0)) end`;
