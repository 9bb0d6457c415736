// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token of the practice chain that behaves like Tether on Ethereum: 6 decimals, transfers return nothing, the issuer
/// can pause it, blacklist an address and destroy that address's coins without a Transfer event.
contract PracticeUsdt {
    string public constant name = "Practice Tether";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public immutable owner;
    uint256 public totalSupply;
    bool public paused;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Pause();
    event Unpause();
    event AddedBlackList(address user);
    event RemovedBlackList(address user);
    event DestroyedBlackFunds(address blackListedUser, uint256 balance);

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor(uint256 supply) {
        owner = msg.sender;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
    }

    function transfer(address to, uint256 value) external {
        require(!paused && !isBlackListed[msg.sender]);
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        require(!paused && !isBlackListed[from]);
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function issue(uint256 amount) external onlyOwner {
        balanceOf[owner] += amount;
        totalSupply += amount;
        emit Issue(amount);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function addBlackList(address user) external onlyOwner {
        isBlackListed[user] = true;
        emit AddedBlackList(user);
    }

    function removeBlackList(address user) external onlyOwner {
        isBlackListed[user] = false;
        emit RemovedBlackList(user);
    }

    function destroyBlackFunds(address user) external onlyOwner {
        require(isBlackListed[user]);
        uint256 funds = balanceOf[user];
        balanceOf[user] = 0;
        totalSupply -= funds;
        emit DestroyedBlackFunds(user, funds);
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
