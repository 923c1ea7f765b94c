-- Neovim's vim.lsp.rpc, over standard input and output.
local answers, events = { 'token-1' }, 0
-- with: begin
local bridge = vim.lsp.rpc.start(os.getenv('BRIDGE'), { 'serve', '--data-dir', os.getenv('DATA') }, {
  notification = function(method, _) if method == 'event' then events = events + 1 end end,
  server_request = function(_, _) return table.remove(answers) or vim.NIL end,
})
bridge.request('bridge.ping', vim.empty_dict(), function(failure, result) assert(result == 'pong', failure) end)
-- with: end
local function call(method, params)
  local done, failure, result = false, nil, nil
  bridge.request(method, params or vim.empty_dict(), function(e, r) done, failure, result = true, e, r end)
  assert(vim.wait(20000, function() return done end, 5), method)
  return result, failure
end
local function say(word) io.stdout:write(word .. '\n') end
assert(call('bridge.ping') == 'pong')
say('call')
call('setFCMTokenProvider', { provider = 'callback' })
assert(call('getPushToken').token == 'token-1')
say('callback')
call('events.subscribe')
call('pushSubscribe')
assert(vim.wait(20000, function() return events > 0 end, 5))
say('events')
local pongs = 0
for _ = 1, 1000 do
  bridge.request('bridge.ping', vim.empty_dict(), function() pongs = pongs + 1 end)
end
assert(vim.wait(20000, function() return pongs == 1000 end, 5))
say('pipelined')
-- vim.lsp.rpc passes no answer of -32800 to the callback: the end of the request is visible in the second function.
local ended = false
local _, id = bridge.request('getPushToken', vim.empty_dict(), function() end, function() ended = true end)
bridge.notify('$/cancelRequest', { id = id })
assert(vim.wait(900, function() return ended end, 5))
say('cancel')
vim.cmd('qall!')
