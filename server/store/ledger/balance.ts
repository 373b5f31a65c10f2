// What a balance still allows, as SQL over a row of account.

export const thisMonth = `date_trunc('month', now() at time zone 'UTC')::date`;
/** What a row of account may still spend of its subscription; a plan without an allowance knows no limit. */
export const allowanceLeft = `case when plan is null or period_ends_at <= now() then 0
  when allowance is null then 9007199254740991 else allowance - allowance_used end`;
/** What it may still spend of its prepaid requests in this UTC month. */
export const prepaidLeft = `case when spend_limit is null then prepaid
  else least(prepaid, greatest(spend_limit - case when spend_month < ${thisMonth} then 0 else spend_used end, 0)) end`;
