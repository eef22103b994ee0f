/** A cashier page with every part a theme can reach, for looking at a style sheet. */
export const demoCashier = `<div class="cashier">
  <h2 class="cashier__title">Deposit</h2>
  <label class="cashier__label" for="amount">Amount</label>
  <input class="cashier__input" id="amount" value="250.00">
  <div class="cashier__amounts">
    <button class="cashier__amount" type="button">100</button>
    <button class="cashier__amount cashier__amount--selected" type="button">250</button>
    <button class="cashier__amount" type="button">500</button>
  </div>
  <div class="cashier__method cashier__method--selected">Card ending 1111</div>
  <div class="cashier__method">Bank transfer</div>
  <div class="cashier__method">Wallet</div>
  <p class="cashier__hint">The fee is 2.50 EUR.</p>
  <p class="cashier__error">Enter the security code.</p>
  <button class="cashier__submit" type="button">Deposit 250.00 EUR</button>
</div>`
