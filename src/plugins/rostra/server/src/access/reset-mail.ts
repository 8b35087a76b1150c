/** The mail about a forgotten password, as the users-permissions plugin fills it in. Nothing in it comes from people. */
export const RESET_MAIL = {
  object: '重設密碼 – Reset your password',
  message: `<div lang="zh-Hant"><p>您好：有人要求重設您在 Rostra 的密碼。如果是您本人，請開啟下列連結設定新密碼：</p>
<p><%= URL %>?code=<%= TOKEN %></p>
<p>如果不是您，請忽略這封信，密碼不會改變。</p></div>
<hr>
<div lang="en"><p>Hello, somebody has asked to reset your password for Rostra. If it was you, please open this link and choose a new one:</p>
<p><%= URL %>?code=<%= TOKEN %></p>
<p>If it was not you, ignore this mail, and your password stays as it is.</p></div>`,
};
